"""A form gives back what any program filled in, page by page, and says why a page can't be read."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from typing import Any

import pikepdf
import pypdf
import pypdfium2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name, String

from pencilwright import games
from pencilwright.games import pagecode
from pencilwright.games.errors import InputError
from pencilwright.games.sheets import FilledSheet
from pencilwright.generator import fill, filled_form, form, postprocess
from pencilwright.generator.documents import PrintOptions, build
from pencilwright.templates.phrases import Phrase
from tests.generator.orders import setup
from tests.refusals import keys_of, refused

pytestmark = pytest.mark.filterwarnings("ignore")
"""Of pikepdf, about fields that a document does not list."""
GAME, DOCUMENT = "troyes-dice", "score-sheet"
SHEET = build(GAME, DOCUMENT, setup=setup(GAME), options=PrintOptions(copies=2))
MARKS = {
    "die.red.1": "struck", "building.fortress.2": "circled", "link.3": "circled", "influence.4": "circled",
    "knowledge.1": "spent", "knowledge.2": "spent", "citizens.white.20": "circled", "cathedral.6.3": "ticked",
    "name": "Zoë (山田) \\ 1", "total": "52",
}  # fmt: skip


def sheets_of(pdf: bytes) -> tuple[FilledSheet, ...]:
    """The sheets of a file of which no page is refused."""
    result = filled_form.read(pdf)
    assert result.refused == ()
    return result.sheets


PRINTED = {sheet.copy: sheet.values for sheet in sheets_of(SHEET)}
"""What the blank sheet already says: the resources that everybody owns at the start."""


def saved(pdf: pikepdf.Pdf, **options: Any) -> bytes:
    target = io.BytesIO()
    pdf.save(target, **options)
    return target.getvalue()


def edited(change: Callable[[pikepdf.Pdf], None], pdf: bytes = SHEET) -> bytes:
    """A file after somebody changed its insides."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        change(opened)
        return saved(opened)


def widgets(pdf: pikepdf.Pdf, name: str) -> list[Any]:
    """All widgets of the field with this full name."""
    found = [f for _, _, fields, _ in filled_form.pages(pdf) for f in fields]
    return [f.widget for f in found if form.field_name(f.copy, f.mark) == name]


def with_value(name: str, value: object) -> bytes:
    def change(pdf: pikepdf.Pdf) -> None:
        filled_form.whole(widgets(pdf, name)[0]).V = value

    return edited(change)


def test_a_blank_sheet_owns_the_three_resources_of_each_kind_that_are_printed_as_circled() -> None:
    owned = {f"{kind}.{n}": "circled" for kind in ("influence", "deniers", "knowledge") for n in (1, 2, 3)}
    assert {1: owned, 2: owned} == PRINTED


def test_each_copy_has_its_own_page_code() -> None:
    for sheet in sheets_of(SHEET):
        text = pagecode.decode(sheet.page_code)
        assert (text.game, text.document, text.copy) == ("TD", 0, sheet.copy)
        assert text.setup == games.game(GAME).setups.to_code(setup(GAME))


@pytest.mark.slow
def test_a_sheet_that_another_library_filled_reads_the_same() -> None:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(SHEET))
    named = {
        f"copy2.{mark}": value if mark in ("name", "total") else f"/{value}" for mark, value in MARKS.items()
    }
    for track, part, n in (("influence", "gained", 4), ("knowledge", "spent", 1), ("knowledge", "spent", 2)):
        del named[f"copy2.{track}.{n}"]
        named[f"copy2.{track}.{part}.{n}"] = f"/{part}"
    for page in writer.pages:
        writer.update_page_form_field_values(page, named, auto_regenerate=False)
    target = io.BytesIO()
    writer.write(target)
    assert sheets_of(target.getvalue())[1].values == PRINTED[2] | MARKS
    with pikepdf.open(io.BytesIO(target.getvalue())) as opened:  # and no other box shows what one was given
        drawn = [
            widgets(opened, f"copy2.{name}")[0].AP.N.objgen for name in ("total", "product.1", "product.2")
        ]
    assert len(set(drawn)) == 3


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("copy1.die.red.1", Name("/struck"), {"die.red.1": "struck"}),
        ("copy1.die.red.1", String("struck"), {"die.red.1": "struck"}),
        ("copy1.die.red.1", Name("/Yes"), {"die.red.1": "struck"}),
        ("copy1.die.red.1", Name("/1"), {"die.red.1": "struck"}),
        ("copy1.die.red.1", Name("/Off"), {}),
        ("copy1.influence.gained.5", Name("/gained"), {"influence.5": "circled"}),
        ("copy1.influence.spent.2", Name("/On"), {"influence.2": "spent"}),
        ("copy1.influence.spent.7", Name("/spent"), {"influence.7": "spent"}),
        ("copy1.name", String("Off"), {"name": "Off"}),
        ("copy1.name", String("Ana\tB\r\n"), {"name": "Ana B"}),
        ("copy1.name", String("\u200d 山田\u200b"), {"name": "山田"}),
    ],
)
def test_what_viewers_write_for_an_answer_is_understood(
    name: str, value: object, read: Mapping[str, str]
) -> None:
    assert sheets_of(with_value(name, value))[0].values == PRINTED[1] | read


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("100", "100"), ("100.0", "100"), ("100,0", "100"), ("+100", "100"), ("80+20", "100"),
        ("80-20", "60"),
        ("１００", "100"), ("١٠٠", "100"), ("100\u200b", "100"), (" 1 0 0\r", "100"), ("\u22125", "-5"),
        ("12,50", "12,50"), ("1OO", "1OO"), ("100 VP", "100 VP"), ("", ""),
    ],
)  # fmt: skip
def test_a_number_is_read_however_it_is_typed(text: str, number: str) -> None:
    assert filled_form.number_in(text) == number


@given(st.text(max_size=20))
def test_a_typed_number_is_digits_or_the_text_as_it_is_seen(text: str) -> None:
    number = filled_form.number_in(text)
    assert number.lstrip("-").isdecimal() or number == filled_form.printable(text)


def test_a_box_that_is_drawn_as_filled_counts_though_its_value_is_blank_and_is_named() -> None:
    def draw(pdf: pikepdf.Pdf) -> None:
        for name, state in (("die.red.1", "struck"), ("influence.gained.4", "gained")):
            widgets(pdf, f"copy1.{name}")[0].AS = Name(f"/{state}")
            filled_form.whole(widgets(pdf, f"copy1.{name}")[0]).V = Name.Off

    first, second = sheets_of(edited(draw))
    assert first.values == PRINTED[1] | {"die.red.1": "struck", "influence.4": "circled"}
    (fault,) = first.faults
    assert (fault.rule.key, set(fault.marks)) == ("fill.differ", {"die.red.1", "influence.4"})
    assert second.faults == ()


def test_a_value_alone_counts_though_nothing_is_drawn() -> None:
    (first, _) = sheets_of(with_value("copy1.die.red.1", Name("/struck")))
    assert (first.values["die.red.1"], first.faults) == ("struck", ())


def test_fields_that_a_viewer_added_are_passed_over() -> None:
    def sign(pdf: pikepdf.Pdf) -> None:
        signature = Dictionary(
            Subtype=Name.Widget, FT=Name.Sig, T=String("Signature1"), Rect=Array([0, 0, 1, 1])
        )
        pdf.Root.AcroForm.Fields.append(pdf.make_indirect(signature))
        pdf.pages[0].obj.Annots.append(pdf.Root.AcroForm.Fields[-1])

    assert sheets_of(edited(sign))[0].values == PRINTED[1]


# --- pages that are put together --------------------------------------------------------------------------

ANA = fill.fill(fill.fill(SHEET, {**MARKS, "name": "Ana"}), {"name": "Ana too"}, copy=2)
BEN = fill.fill(SHEET, {"name": "Ben", "die.red.2": "struck"})
NAMES = ["Ana", "Ana too", "Ben", None]


def by_pypdf(*, clone: bool, pages: bool = False) -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(ANA)) if clone else pypdf.PdfWriter()
    for data in (BEN,) if clone else (ANA, BEN):
        if pages:
            for page in pypdf.PdfReader(io.BytesIO(data)).pages:
                writer.add_page(page)
        else:
            writer.append(io.BytesIO(data))
    target = io.BytesIO()
    writer.write(target)
    return target.getvalue()


def by_pikepdf(*, empty: bool, with_form: bool) -> bytes:
    with pikepdf.open(io.BytesIO(ANA)) as first, pikepdf.open(io.BytesIO(BEN)) as second:
        target = pikepdf.new() if empty else first
        for source in (first, second) if empty else (second,):
            if with_form:
                target.add_pages_from(source)
            else:
                target.pages.extend(source.pages)
        return saved(target)


def by_pdfium() -> bytes:
    """Both files' pages: PDFium leaves the numbers of parents as they were, whatever has them now."""
    target = pypdfium2.PdfDocument.new()
    for data in (ANA, BEN):
        target.import_pages(pypdfium2.PdfDocument(data))
    buffer = io.BytesIO()
    target.save(buffer)
    return buffer.getvalue()


MERGES: dict[str, Callable[[], bytes]] = {
    "pypdf, added to the first": lambda: by_pypdf(clone=True),
    "pypdf, both appended": lambda: by_pypdf(clone=False),
    "pypdf, pages only": lambda: by_pypdf(clone=False, pages=True),
    "pikepdf, pages": lambda: by_pikepdf(empty=False, with_form=False),
    "pikepdf, pages into an empty file": lambda: by_pikepdf(empty=True, with_form=False),
    "pikepdf, with fields": lambda: by_pikepdf(empty=False, with_form=True),
    "PDFium": by_pdfium,
}


@cache
def alone() -> list[FilledSheet]:
    """The sheets of each file by itself."""
    return [*sheets_of(ANA), *sheets_of(BEN)]


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(make, id=way, marks=pytest.mark.slow if way.endswith("pages") else ())
        for way, make in MERGES.items()
    ],
)
def test_each_page_of_a_merged_file_is_its_own_sheet(make: Callable[[], bytes]) -> None:
    sheets = sheets_of(make())
    assert [sheet.values.get("name") for sheet in sheets] == NAMES
    assert [(s.page_code, s.values) for s in sheets] == [(s.page_code, s.values) for s in alone()]
    assert [sheet.page for sheet in sheets] == [1, 2, 3, 4]


Lost = Callable[[pikepdf.Pdf], None]


def without_attachment(pdf: pikepdf.Pdf) -> None:
    del pdf.attachments[postprocess.ATTACHMENT]


def without_page_data(pdf: pikepdf.Pdf) -> None:
    for page in pdf.pages:
        del page.obj["/PieceInfo"]


def without_node_key(pdf: pikepdf.Pdf) -> None:
    for node in pdf.Root.AcroForm.Fields:
        if node is not None:  # another loss may have left a null there
            del node[form.CODE_KEY]


def without_print(pdf: pikepdf.Pdf) -> None:
    for page in pdf.pages:
        page.obj.Contents = pdf.make_stream(b"/P BMC EMC")


def without_field_list(pdf: pikepdf.Pdf) -> None:
    pdf.Root.AcroForm.Fields = Array([])


def with_nulls(pdf: pikepdf.Pdf) -> None:
    pdf.Root.AcroForm.Fields = Array([None])
    pdf.pages[0].obj.Annots.append(None)


def without_parents(pdf: pikepdf.Pdf) -> None:
    without_field_list(pdf)
    for page in pdf.pages:
        for widget in page.obj.Annots:
            if widget is not None and "/Parent" in widget and "/FT" in widget:
                del widget["/Parent"]


def without_own_names(pdf: pikepdf.Pdf) -> None:
    for page in pdf.pages:
        for widget in page.obj.Annots:
            if widget is not None:
                del widget["/NM"]


CODES: tuple[Lost, ...] = (without_attachment, without_page_data, without_node_key, without_print)
OTHERS: tuple[Lost, ...] = (without_field_list, with_nulls, without_parents, without_own_names)


@pytest.mark.parametrize("left", range(len(CODES)), ids=[lost.__name__ for lost in CODES])
def test_any_one_of_the_four_page_codes_is_enough(left: int) -> None:
    def lose(pdf: pikepdf.Pdf) -> None:
        for lost in CODES[:left] + CODES[left + 1 :]:
            lost(pdf)

    assert [s.values for s in sheets_of(edited(lose, ANA))] == [s.values for s in sheets_of(ANA)]


@pytest.mark.parametrize("lost", OTHERS, ids=[lost.__name__ for lost in OTHERS])
def test_one_lost_thing_does_not_lose_the_sheet(lost: Lost) -> None:
    assert [s.values for s in sheets_of(edited(lost, ANA))] == [s.values for s in sheets_of(ANA)]


def test_without_any_code_and_with_two_a_page_is_refused_by_its_number() -> None:
    def no_code(pdf: pikepdf.Pdf) -> None:
        for lost in CODES:
            lost(pdf)

    def two_codes(pdf: pikepdf.Pdf) -> None:
        one, other = pdf.pages[0].obj.PieceInfo, pdf.pages[1].obj.PieceInfo
        one[form.PIECE].Private.Code = other[form.PIECE].Private.Code

    with refused("fill.no_code", "file"):
        filled_form.read(edited(no_code))
    result = filled_form.read(edited(two_codes))
    assert [sheet.page for sheet in result.sheets] == [2]
    assert [keys_of(text) for text in result.refused] == [["photo.page", "fill.codes"]]


def test_two_values_of_one_mark_on_a_page_are_refused_by_name() -> None:
    def twice(pdf: pikepdf.Pdf) -> None:
        copied = pdf.make_indirect(Dictionary(widgets(pdf, "copy1.total")[0]))
        copied.V = String("25")
        pdf.pages[0].obj.Annots.append(copied)

    (text,) = filled_form.read(edited(twice, ANA)).refused
    assert keys_of(text)[:2] == ["photo.page", "fill.two_values"]


def test_two_forms_laid_over_each_other_are_refused_by_name() -> None:
    def overlay(pdf: pikepdf.Pdf) -> None:
        for widget in pdf.pages[1].obj.Annots:
            pdf.pages[0].obj.Annots.append(widget)
        del pdf.pages[1]

    with refused("fill.two_sheets", "file"):
        filled_form.read(edited(overlay, ANA))


@given(st.lists(st.sampled_from([ANA, BEN, SHEET]), min_size=1, max_size=3), st.data())
@pytest.mark.long
def test_sheets_and_refusals_are_as_many_as_pages_with_our_fields(
    files: list[bytes], data: st.DataObject
) -> None:
    spoilt = data.draw(st.lists(st.sampled_from([*CODES[1:], *OTHERS]), max_size=2, unique=True))
    with_cover = data.draw(st.booleans())
    pdf = pikepdf.new()
    for source in files:
        with pikepdf.open(io.BytesIO(source)) as opened:
            pdf.add_pages_from(opened)
    for lost in spoilt:
        lost(pdf)
    count = len(pdf.pages)
    if with_cover:
        pdf.add_blank_page()
    try:
        result = filled_form.read(saved(pdf))
    except InputError as error:
        assert {"photo.page", "fill.no_code"} & set(keys_of(error.sentence))
    else:
        assert len(result.sheets) + len(result.refused) == count


def test_no_form_of_as_many_copies_as_are_printed_has_too_many_fields() -> None:
    with pikepdf.open(io.BytesIO(SHEET)) as opened:
        dictionaries = [item for item in opened.objects if isinstance(item, Dictionary)]
        count = sum("/T" in item or item.get("/Subtype") == "/Widget" for item in dictionaries)
    assert 300 < count / 2 <= filled_form.MOST_FIELDS / pagecode.MOST_COPIES


# --- drawings beside fields -------------------------------------------------------------------------------


def drawn_on(kind: str, place: str, flags: int = 4) -> bytes:
    """The sheet with an annotation over a mark, or in the margin."""

    def draw(pdf: pikepdf.Pdf) -> None:
        rect = widgets(pdf, "copy1.die.red.1")[0].Rect if place == "mark" else Array([2, 2, 20, 20])
        note = Dictionary(Type=Name.Annot, Subtype=Name(f"/{kind}"), Rect=rect, F=flags)
        pdf.pages[0].obj.Annots.append(pdf.make_indirect(note))

    return edited(draw)


@pytest.mark.parametrize(
    ("kind", "place", "flags", "is_drawn_on"),
    [
        *[(kind.removeprefix("/"), "mark", 4, True) for kind in sorted(filled_form.DRAWINGS)],
        ("Ink", "margin", 4, False), ("Ink", "mark", 2, False),
        ("Text", "mark", 4, False), ("Link", "mark", 4, False),
    ],
)  # fmt: skip
def test_what_is_drawn_over_marks_is_noticed(kind: str, place: str, flags: int, is_drawn_on: bool) -> None:
    first, second = sheets_of(drawn_on(kind, place, flags))
    assert (first.is_drawn_on, second.is_drawn_on) == (is_drawn_on, False)


@pytest.mark.parametrize(("more", "is_drawn_on"), [(b" Q ", False), (b" q 0 0 m 9 9 l S Q ", True)])
def test_strokes_in_the_page_itself_are_noticed(more: bytes, is_drawn_on: bool) -> None:
    def draw(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[0]
        page.contents_add(b"q ", prepend=True)
        page.contents_add(more)

    assert sheets_of(edited(draw))[0].is_drawn_on is is_drawn_on


# --- what is refused --------------------------------------------------------------------------------------


def locked(password: str, revision: int = 4) -> bytes:
    with pikepdf.open(io.BytesIO(ANA)) as pdf:
        return saved(pdf, encryption=pikepdf.Encryption(owner="owner", user=password, R=revision))


@pytest.mark.parametrize("revision", [4, 6])
def test_a_form_that_only_its_owner_has_locked_needs_no_password(revision: int) -> None:
    assert sheets_of(locked("", revision))[0].values["name"] == "Ana"


def foreign() -> bytes:
    pdf = pikepdf.new()
    pdf.add_blank_page()
    return saved(pdf)


def with_manifest(change: Callable[[dict[str, Any]], object]) -> bytes:
    """The sheet with another attachment of the same name, and no code elsewhere."""

    def replace(pdf: pikepdf.Pdf) -> None:
        manifest = json.loads(pdf.attachments[postprocess.ATTACHMENT].get_file().read_bytes())
        changed = change(manifest)
        data = changed if isinstance(changed, bytes) else json.dumps(manifest).encode()
        for lost in CODES:
            lost(pdf)
        spec = pikepdf.AttachedFileSpec(pdf, data, filename=postprocess.ATTACHMENT)
        pdf.attachments[postprocess.ATTACHMENT] = spec

    return edited(replace)


def other_version(manifest: dict[str, Any]) -> None:
    for page in manifest["pages"]:
        page["code"] = pagecode.encode(pagecode.decode(page["code"])._replace(version=9))


def looped(pdf: pikepdf.Pdf) -> None:
    parent = pdf.Root.AcroForm.Fields[0]
    for _ in range(3):
        parent.Kids.append(parent)
    pdf.pages[0].obj.Annots[0].Parent = pdf.pages[0].obj.Annots[0]


def flattened(pdf: pikepdf.Pdf) -> None:
    del pdf.Root["/AcroForm"]
    for page in pdf.pages:
        del page.obj["/Annots"]


def many_pages(pdf: pikepdf.Pdf) -> None:
    for _ in range(filled_form.MOST_PAGES + 1):
        pdf.add_blank_page()


def without_form() -> bytes:
    return build(GAME, DOCUMENT, setup=setup(GAME), options=PrintOptions(form=False))


UNREADABLE: dict[str, tuple[Callable[[], bytes], str]] = {
    "nothing": (lambda: b"", "fill.no_pdf"),
    "a text": (lambda: b"Dear sir or madam", "fill.no_pdf"),
    "half a file": (lambda: SHEET[: len(SHEET) // 2], "fill.damaged"),
    "only a head": (lambda: b"%PDF-1.7\n", "fill.damaged"),
    "another PDF": (foreign, "fill.not_ours"),
    "a password": (lambda: locked("secret"), "fill.password"),
    "no form": (without_form, "fill.blank"),
    "fields cut away": (lambda: edited(flattened), "fill.blank"),
    "another version": (lambda: with_manifest(other_version), "photo.code.version"),
    "another format": (lambda: with_manifest(lambda m: m.update(format="x/9")), "fill.format"),
    "no pages": (lambda: with_manifest(lambda m: m.update(pages=[])), "fill.no_code"),
    "no code": (
        lambda: with_manifest(lambda m: m.update(pages=[{"copy": 1, "code": "A"}])),
        "page.begins",
    ),
    "wrong types": (lambda: with_manifest(lambda m: m.update(pages=7)), "fill.no_code"),
    "no JSON": (lambda: with_manifest(lambda m: b"\xff\xfe{"), "fill.no_code"),
    "endless data": (
        lambda: with_manifest(lambda m: bytes(filled_form.LARGEST_MANIFEST + 10)),
        "fill.no_code",
    ),
    "too many pages": (lambda: edited(many_pages), "fill.pages"),
    "too large": (lambda: SHEET + bytes(filled_form.LARGEST_FILE), "fill.large"),
}


@pytest.mark.parametrize(("make", "key"), UNREADABLE.values(), ids=UNREADABLE.keys())
def test_a_file_that_cannot_be_read_is_refused_in_one_sentence(make: Callable[[], bytes], key: str) -> None:
    with refused(key):
        filled_form.read(make())


@pytest.mark.parametrize(
    ("name", "value", "key"),
    [
        ("copy1.citizens.red.1", Array([1]), "fill.kind"),
        ("copy1.name", Array([1]), "fill.kind"),
        ("copy1.name", String("x" * 1001), "fill.long"),
    ],
)
def test_a_value_that_no_sheet_has_refuses_its_page_by_name(name: str, value: object, key: str) -> None:
    (text,) = filled_form.read(with_value(name, value)).refused
    assert key in keys_of(text)
    assert dict(_phrase_in(text, key).words)["name"] == name.removeprefix("copy1.")


def _phrase_in(text: Phrase, key: str) -> Phrase:
    inside = [value for _, value in text.words if isinstance(value, Phrase)]
    return text if text.key == key else _phrase_in(inside[0], key)


def test_fields_in_a_loop_end() -> None:
    assert [sheet.values for sheet in filled_form.read(edited(looped)).sheets] == [PRINTED[1], PRINTED[2]]


@given(st.binary(max_size=400))
@example(b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF")
def test_random_bytes_are_refused_without_any_other_error(data: bytes) -> None:
    for candidate in (data, b"%PDF-1.7\n" + data):
        with pytest.raises(InputError):
            filled_form.read(candidate)


@given(st.integers(0, len(SHEET) - 1), st.binary(min_size=1, max_size=30))
def test_a_sheet_with_changed_bytes_is_read_or_refused(start: int, patch: bytes) -> None:
    data = SHEET[:start] + patch + SHEET[start + len(patch) :]
    try:
        result = filled_form.read(data)
    except InputError as error:
        assert keys_of(error.sentence)
    else:
        assert result.sheets or result.refused


@pytest.mark.parametrize("tail", [b"startxref\n0\n%%EOF\n", bytes(3000)], ids=["no table", "zeros behind"])
def test_a_form_with_a_broken_end_is_recovered_whole(tail: bytes) -> None:
    head = ANA[: ANA.rindex(b"startxref")] if tail[:1] == b"s" else ANA
    assert [s.values for s in sheets_of(head + tail)] == [s.values for s in sheets_of(ANA)]


@given(st.integers(len(ANA) // 4, len(ANA) - 1))
def test_a_form_that_is_cut_short_never_loses_marks_silently(end: int) -> None:
    whole = [sheet.values for sheet in sheets_of(ANA)]
    try:
        result = filled_form.read(ANA[:end])
    except InputError:
        return
    assert all(sheet.values in whole for sheet in result.sheets)


# --- forms of version 0.1 ---------------------------------------------------------------------------------


def old_form(gained: Mapping[str, int], spent: Mapping[str, int], *, parents: bool = True) -> bytes:
    """A form as version 0.1 made it: two groups of radio buttons in place of the boxes of each track."""
    from pencilwright.generator import tracks
    from pencilwright.generator.documents import render_copy

    page = render_copy(GAME, DOCUMENT, setup=setup(GAME), options=PrintOptions(), copy=1).page

    def change(pdf: pikepdf.Pdf) -> None:
        del pdf.pages[1]
        kept = [w for w in pdf.pages[0].obj.Annots if not {"gained", "spent"} & set(str(w.NM).split("."))]
        root = pdf.Root.AcroForm.Fields[0]
        for track, part in product(tracks.of_marks(page.marks), tracks.PARTS):
            n = {"gained": gained, "spent": spent}[part].get(track.name, 3 if part == "gained" else 0)
            group = pdf.make_indirect(Dictionary(FT=Name.Btn, Ff=3 << 14, V=Name(f"/{n}"), T=String(part)))
            group.Parent = pdf.make_indirect(Dictionary(T=String(track.name), Parent=root))
            places = [box for name, box in tracks.old_places(track) if name.endswith(part)]
            for at, box in list(enumerate(places))[3 if part == "gained" else 0 :]:
                drawn = Dictionary({f"/{at}": pdf.make_stream(b" "), "/Off": pdf.make_stream(b" ")})
                kid = Dictionary(
                    Type=Name.Annot, Subtype=Name.Widget, Rect=tracks.corners(box, page.height), Parent=group,
                    AS=Name(f"/{at}" if at == n else "/Off"), AP=Dictionary(N=drawn),
                )  # fmt: skip
                kept.append(pdf.make_indirect(kid))
        for widget in kept:
            if "/NM" in widget:
                del widget["/NM"]
            if not parents and "/Parent" in widget:
                del widget["/Parent"]
        pdf.pages[0].obj.Annots = Array(kept)
        without_page_data(pdf)
        without_node_key(pdf)
        if not parents:
            without_field_list(pdf)

    return edited(change, ANA)


@pytest.mark.parametrize("parents", [True, False], ids=["named", "by place"])
def test_forms_of_version_0_1_are_still_read(parents: bool) -> None:
    (sheet,) = sheets_of(old_form({"influence": 5}, {"knowledge": 2}, parents=parents))
    expected = {**PRINTED[1], **MARKS, "name": "Ana", "influence.4": "circled", "influence.5": "circled"}
    assert sheet.values == expected


def test_more_spent_than_gained_is_a_fault_that_names_both_numbers() -> None:
    (sheet,) = sheets_of(old_form({}, {"influence": 7}))
    (fault,) = sheet.faults
    assert (fault.rule.key, fault.marks) == ("form.spent_more", ("influence.3", "influence.7"))


def test_a_number_that_a_group_has_no_place_for_is_refused() -> None:
    with refused("form.no_number", value="19"):
        filled_form.read(old_form({"influence": 19}, {}))
