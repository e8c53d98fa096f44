"""A sheet gives back what any program filled in, and says in one sentence why a file can't be read."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable

import page as validator
import pikepdf
import pypdf
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name, String

from pencilwright import games
from pencilwright.games.errors import InputError
from pencilwright.generator import fill, postprocess
from pencilwright.generator.documents import PrintOptions, build
from tests.generator.orders import setup
from tests.refusals import refused

GAME, DOCUMENT = "troyes-dice", "score-sheet"
SHEET = build(GAME, DOCUMENT, setup=setup(GAME), options=PrintOptions(copies=2))
PRINTED = {sheet.copy: sheet.values for sheet in fill.read(SHEET)}
"""What the blank sheet already says: the resources that everybody owns at the start."""
MARKS = {
    "die.red.1": "struck", "building.fortress.2": "circled", "link.3": "circled", "influence.4": "circled",
    "knowledge.1": "spent", "knowledge.2": "spent", "citizens.white.20": "circled", "cathedral.6.3": "ticked",
    "name": "Zoë (山田) \\ 1", "total": "52",
}  # fmt: skip


def filled_by_pypdf(values: dict[str, str]) -> bytes:
    """The sheet after another library filled its second copy."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(SHEET))
    named = {}
    for mark, value in values.items():
        is_check = mark.split(".")[0] in ("die", "building", "link", "citizens", "cathedral")
        if mark.split(".")[0] not in ("influence", "knowledge"):
            named[f"copy2.{mark}"] = f"/{value}" if is_check else value
    named |= {"copy2.influence.gained": "/4", "copy2.knowledge.spent": "/2"}
    for page in writer.pages:
        writer.update_page_form_field_values(page, named, auto_regenerate=False)
    target = io.BytesIO()
    writer.write(target)
    return target.getvalue()


def test_what_is_filled_is_read_back_and_nothing_else_changes() -> None:
    first, second = fill.read(fill.fill(SHEET, MARKS, copy=2))
    assert (first.copy, second.copy) == (1, 2)
    assert first.values == PRINTED[1]
    assert second.values == PRINTED[2] | MARKS


def test_a_blank_sheet_owns_the_three_resources_of_each_kind_that_are_printed_as_circled() -> None:
    owned = {f"{kind}.{n}": "circled" for kind in ("influence", "deniers", "knowledge") for n in (1, 2, 3)}
    assert {1: owned, 2: owned} == PRINTED


def test_a_mark_can_be_cleared_again() -> None:
    again = fill.fill(fill.fill(SHEET, MARKS), dict.fromkeys(MARKS, ""))
    assert fill.read(again)[0].values == PRINTED[1]


def test_filling_is_repeatable_to_the_byte() -> None:
    assert fill.fill(SHEET, MARKS) == fill.fill(SHEET, MARKS)


@pytest.mark.parametrize("profile", ["ua1", "3b"])
def test_a_sheet_that_we_filled_still_conforms(profile: str) -> None:
    report = validator.validate_pdf_bytes(fill.fill(SHEET, MARKS, copy=2), profile=profile)
    assert [(failure.rule_id, failure.message) for failure in report.failures] == []


def test_a_sheet_that_another_library_filled_reads_the_same() -> None:
    assert fill.read(filled_by_pypdf(MARKS))[1].values == PRINTED[2] | MARKS


def test_each_copy_has_its_own_page_code() -> None:
    from pencilwright.games import pagecode

    for sheet in fill.read(SHEET):
        text = pagecode.decode(sheet.page_code)
        assert (text.game, text.document, text.copy) == ("TD", 0, sheet.copy)
        assert text.setup == games.game(GAME).setups.to_code(setup(GAME))


def edited(change: Callable[[pikepdf.Pdf], None]) -> bytes:
    """The sheet after somebody changed its insides."""
    with pikepdf.open(io.BytesIO(SHEET)) as pdf:
        change(pdf)
        target = io.BytesIO()
        pdf.save(target)
    return target.getvalue()


def field(pdf: pikepdf.Pdf, name: str) -> pikepdf.Object:
    return dict(fill.fields(pdf))[name]


def with_value(name: str, value: object) -> bytes:
    def change(pdf: pikepdf.Pdf) -> None:
        field(pdf, name).V = value

    return edited(change)


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("copy1.die.red.1", Name("/struck"), {"die.red.1": "struck"}),
        ("copy1.die.red.1", String("struck"), {"die.red.1": "struck"}),
        ("copy1.die.red.1", Name("/Off"), {}),
        ("copy1.influence.gained", Name("/5"), {"influence.4": "circled", "influence.5": "circled"}),
        ("copy1.influence.gained", String("4"), {"influence.4": "circled"}),
        ("copy1.influence.gained", Name("/Off"), {}),
        ("copy1.influence.spent", String("/2"), {"influence.1": "spent", "influence.2": "spent"}),
        ("copy1.name", String("Off"), {"name": "Off"}),
    ],
)
def test_what_viewers_write_for_an_answer_is_understood(
    name: str, value: object, read: dict[str, str]
) -> None:
    assert fill.read(with_value(name, value))[0].values == PRINTED[1] | read


def test_a_button_without_a_value_has_that_of_its_appearance_and_no_other_field_has() -> None:
    for kind, read in (("/Btn", "struck"), ("/Tx", "")):
        assert fill.value_of(pikepdf.Dictionary(FT=Name(kind), AS=Name("/struck")), "die.red.1") == read


def test_fields_that_a_viewer_added_are_passed_over() -> None:
    def sign(pdf: pikepdf.Pdf) -> None:
        pdf.Root.AcroForm.Fields.append(
            pdf.make_indirect(Dictionary(FT=Name.Sig, T=String("Signature1"), V=Dictionary()))
        )
        pdf.Root.AcroForm.Fields.append(
            pdf.make_indirect(Dictionary(FT=Name.Tx, T=String("copy99"), V=String("x")))
        )

    assert fill.read(edited(sign))[0].values == PRINTED[1]


def locked(password: str) -> bytes:
    with pikepdf.open(io.BytesIO(SHEET)) as pdf:
        target = io.BytesIO()
        pdf.save(target, encryption=pikepdf.Encryption(owner="owner", user=password))
    return target.getvalue()


def foreign() -> bytes:
    pdf = pikepdf.new()
    pdf.add_blank_page()
    target = io.BytesIO()
    pdf.save(target)
    return target.getvalue()


def with_manifest(change: Callable[[dict[str, object]], object]) -> bytes:
    """The sheet with another attachment of the same name."""

    def replace(pdf: pikepdf.Pdf) -> None:
        manifest = json.loads(pdf.attachments[postprocess.ATTACHMENT].get_file().read_bytes())
        changed = change(manifest)
        data = changed if isinstance(changed, bytes) else json.dumps(manifest).encode()
        del pdf.attachments[postprocess.ATTACHMENT]
        pdf.attachments[postprocess.ATTACHMENT] = pikepdf.AttachedFileSpec(
            pdf, data, filename=postprocess.ATTACHMENT
        )

    return edited(replace)


def other_version(manifest: dict[str, object]) -> None:
    from pencilwright.games import pagecode

    for page in manifest["pages"]:  # type: ignore[attr-defined]
        page["code"] = pagecode.encode(pagecode.decode(page["code"])._replace(version=9))


def without_form() -> bytes:
    return build(GAME, DOCUMENT, setup=setup(GAME), options=PrintOptions(form=False))


def looped(pdf: pikepdf.Pdf) -> None:
    parent = pdf.Root.AcroForm.Fields[0]
    parent.Kids.append(parent)


def flattened(pdf: pikepdf.Pdf) -> None:
    del pdf.Root["/AcroForm"]
    for page in pdf.pages:
        del page.obj["/Annots"]


def many_pages(pdf: pikepdf.Pdf) -> None:
    for _ in range(201):
        pdf.add_blank_page()


UNREADABLE: dict[str, tuple[Callable[[], bytes], str]] = {
    "nothing": (lambda: b"", "fill.no_pdf"),
    "a text": (lambda: b"Dear sir or madam", "fill.no_pdf"),
    "half a file": (lambda: SHEET[: len(SHEET) // 2], "fill.damaged"),
    "without its last line": (lambda: SHEET[:-40], "fill.damaged"),
    "only a head": (lambda: b"%PDF-1.7\n", "fill.damaged"),
    "another PDF": (foreign, "fill.not_ours"),
    "a password": (lambda: locked("secret"), "fill.password"),
    "encrypted without a password": (lambda: locked(""), "fill.encrypted"),
    "no form": (without_form, "fill.no_fields"),
    "flattened": (lambda: edited(flattened), "fill.no_fields"),
    "another version": (lambda: with_manifest(other_version), "photo.code.version"),
    "another format": (lambda: with_manifest(lambda m: m.update(format="x/9")), "fill.format"),
    "no pages": (lambda: with_manifest(lambda m: m.update(pages=[])), "fill.not_ours"),
    "no code": (lambda: with_manifest(lambda m: m.update(pages=[{"copy": 1, "code": "TDA"}])), "code.short"),
    "wrong types": (lambda: with_manifest(lambda m: m.update(pages=7)), "fill.not_ours"),
    "no JSON": (lambda: with_manifest(lambda m: b"\xff\xfe{"), "fill.not_ours"),
    "endless data": (lambda: with_manifest(lambda m: bytes(fill.LARGEST_MANIFEST + 10)), "fill.not_ours"),
    "no mark's value": (lambda: with_value("copy1.die.red.1", Name("/Maybe")), "fill.value"),
    "a list": (lambda: with_value("copy1.name", Array([1])), "fill.kind"),
    "no number of a track": (lambda: with_value("copy1.influence.gained", Name("/19")), "form.no_number"),
    "an endless value": (lambda: with_value("copy1.name", String("x" * 1001)), "fill.long"),
    "fields in a loop": (lambda: edited(looped), "fill.fields"),
    "too many pages": (lambda: edited(many_pages), "fill.pages"),
    "too large": (lambda: SHEET + bytes(fill.LARGEST_FILE), "fill.large"),
}  # fmt: skip


@pytest.mark.parametrize(("make", "key"), UNREADABLE.values(), ids=UNREADABLE.keys())
def test_a_file_that_cannot_be_read_is_refused(make: Callable[[], bytes], key: str) -> None:
    data = make()
    with refused(key):
        fill.read(data)


@given(st.binary(max_size=400))
@example(b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF")
def test_random_bytes_are_refused_without_any_other_error(data: bytes) -> None:
    for candidate in (data, b"%PDF-1.7\n" + data):
        with pytest.raises(InputError):
            fill.read(candidate)


@given(st.integers(0, len(SHEET) - 1), st.binary(min_size=1, max_size=30))
def test_a_sheet_with_changed_bytes_is_read_or_refused(start: int, patch: bytes) -> None:
    data = SHEET[:start] + patch + SHEET[start + len(patch) :]
    try:
        sheets = fill.read(data)
    except InputError as error:
        assert "\n" not in str(error)
    else:
        assert [sheet.copy for sheet in sheets]


@pytest.mark.parametrize(
    ("values", "copy", "key", "filled"),
    [
        ({"die.red.7": "struck"}, 1, "hint.near", {}),
        ({"die.red.1": "circled"}, 1, "fill.mark", {"mark": "die.red.1", "allowed": "'struck'"}),
        ({"influence.1": "struck"}, 1, "fill.mark", {"allowed": "'circled' or 'spent'"}),
        ({"influense.4": "spent"}, 1, "hint.near", {"name": "influence.4"}),
        ({"influence.19": "spent"}, 1, "hint.near", {"name": "influence.9"}),
        ({"influence.5": "circled"}, 1, "form.gap", {}),
        ({"name": "x" * 101}, 1, "fill.characters", {"n": 100}),
        ({"name": "a\tb"}, 1, "font.sign.hidden", {}),
        ({"die.red.1": "struck"}, 3, "fill.copy", {"n": 3}),
    ],
)
def test_what_cannot_be_filled_in_is_refused_by_name(
    values: dict[str, str], copy: int, key: str, filled: dict[str, object]
) -> None:
    with refused(key, **filled):
        fill.fill(SHEET, values, copy=copy)


def test_a_long_name_is_set_smaller_so_that_it_stays_in_its_field() -> None:
    pdf = fill.fill(SHEET, {"name": "a very long name " * 5})
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        drawn = field(opened, "copy1.name").AP.N.read_bytes().decode("latin-1")
    sizes = [float(size) for size in re.findall(r"/F\d\+\d ([\d.]+) Tf", drawn)]
    assert max(sizes) < 4


def test_a_name_in_a_script_that_the_font_lacks_is_kept_and_drawn_as_squares() -> None:
    for name, drawn in (
        ("Łucja 가", "Łucja □"),
        ("Ana 🎲", "Ana □"),
        ("Z\u030cofia", "Žofia"),
        ("r\u0331", "ṟ"),
    ):
        pdf = fill.fill(SHEET, {"name": name})
        assert fill.read(pdf)[0].values["name"] == name
        assert appearance(pdf) == appearance(fill.fill(SHEET, {"name": drawn}))


def appearance(pdf: bytes) -> bytes:
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        return bytes(field(opened, "copy1.name").AP.N.read_bytes())
