"""The random numbers are SplitMix64's, and stay the same for ever."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.rng import MASK, Stream, fnv1a, mix, seed_word
from tests.refusals import refused


def words(stream: Stream, count: int) -> list[int]:
    return [stream.next64() for _ in range(count)]


def test_the_stream_of_1234567_is_the_published_splitmix64_vector() -> None:
    assert words(Stream.from_seed(1234567), 5) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_the_stream_of_0_is_pinned() -> None:
    assert words(Stream.from_seed(0), 4) == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
        0xF88BB8A8724C81EC,
    ]


@pytest.mark.parametrize(
    ("text", "hashed", "state", "first"),
    [
        ("", 0xCBF29CE484222325, 0xF52A15E9A9B5E89B, 0xE587D3DFF9E92ED0),
        ("troyes", 0x9742A8B47ABB044F, 0x5340646644E1DDAF, 0x67E9E005869B614F),
        ("トロワ", 0x2DB5E24951688FA1, 0x3AA8E1A6306061DE, 0xA447BDD303AA9C80),
    ],
)
def test_a_text_seed_is_hashed_by_fnv1a_and_mixed(text: str, hashed: int, state: int, first: int) -> None:
    assert fnv1a(text) == hashed
    assert seed_word(text) == mix(hashed) == state
    assert Stream.from_seed(text).next64() == first


def test_fnv1a_agrees_with_the_published_vectors() -> None:
    assert fnv1a("a") == 0xAF63DC4C8601EC8C
    assert fnv1a("foobar") == 0x85944171F73967E8


def test_dice_shuffle_and_fork_of_seed_1_are_pinned() -> None:
    dice = Stream.from_seed(1)
    assert [dice.die() for _ in range(20)] == [6, 2, 1, 6, 4, 3, 4, 4, 1, 5, 4, 5, 3, 5, 5, 6, 4, 6, 3, 1]
    assert Stream.from_seed(1).shuffled(range(9)) == [2, 4, 3, 0, 6, 8, 1, 7, 5]
    assert Stream.from_seed(1).fork("dice").state == 0xA78F9E0DBE9B3A05


@pytest.mark.parametrize("seed", [0, 42, MASK])
def test_a_number_and_its_digits_are_one_seed(seed: int) -> None:
    assert seed_word(seed) == seed_word(str(seed)) == seed


@pytest.mark.parametrize("text", ["007", str(MASK + 1), "9" * 500, "-1", "4 2", "٤٢", "²"])
def test_other_texts_with_digits_are_hashed(text: str) -> None:
    assert seed_word(text) == mix(fnv1a(text))


@pytest.mark.parametrize("seed", [-1, MASK + 1])
def test_a_number_outside_64_bits_is_refused(seed: int) -> None:
    with refused("seed.range", most=18446744073709551615):
        Stream.from_seed(seed)


@pytest.mark.parametrize("n", [0, -1, MASK + 2])
def test_below_needs_a_range_that_64_bits_can_fill(n: int) -> None:
    with pytest.raises(ValueError, match="from 1 to"):
        Stream(0).below(n)


def test_below_throws_away_the_words_past_the_greatest_multiple() -> None:
    half = (1 << 63) + 1  # only words below 2**63 + 1 are kept
    reference, stream = Stream(7), Stream(7)
    stored = next(word for word in iter(reference.next64, None) if word < half)
    assert stream.below(half) == stored
    assert stream.state == reference.state


def test_below_the_whole_range_is_the_word_itself() -> None:
    assert Stream(3).below(MASK + 1) == Stream(3).next64()


def test_dice_are_even() -> None:
    stream = Stream.from_seed("even dice")
    counts = [0] * 7
    for _ in range(6000):
        counts[stream.die()] += 1
    assert counts[0] == 0
    assert sum((count - 1000) ** 2 / 1000 for count in counts[1:]) < 15.1  # chi-square, 5 degrees, 1 %


@given(st.integers(0, MASK), st.lists(st.integers(), max_size=12))
def test_a_shuffle_keeps_all_items_and_the_list_it_was_given(seed: int, items: list[int]) -> None:
    before = items[:]
    assert sorted(Stream(seed).shuffled(items)) == sorted(items)
    assert items == before


@given(st.integers(0, MASK), st.text(max_size=8), st.text(max_size=8))
def test_a_fork_leaves_the_stream_where_it_was_and_depends_on_its_label(
    seed: int, one: str, two: str
) -> None:
    stream = Stream(seed)
    assert (stream.fork(one).state == stream.fork(two).state) == (one == two)
    assert stream.state == seed


@given(st.text())
def test_any_text_is_a_seed(text: str) -> None:
    assert 0 <= Stream.from_seed(text).next64() <= MASK


def test_a_text_with_half_a_surrogate_pair_is_a_seed() -> None:
    assert 0 <= Stream.from_seed("\udcff").state <= MASK
