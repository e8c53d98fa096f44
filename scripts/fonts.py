"""Makes the bundled fonts from Noto Sans JP and Source Sans 3 (with fonttools, by hand; results are kept).

    python scripts/fonts.py [NOTO SOURCE]

NOTO and SOURCE are unpacked copies of the npm packages @expo-google-fonts/noto-sans-jp and
@expo-google-fonts/source-sans-3, which carry the static TrueType weights under the SIL Open Font License 1.1.
Kept are Latin, kana, CJK punctuation, full-width forms, arrows, a few signs, and the kanji of JIS X 0208
levels 1 and 2, of the Jōyō and of the Jinmeiyō list. The letters of Europe that Noto Sans JP lacks, and the
suits of cards, are added from Source Sans, whose letters the Latin ones of Noto Sans JP are, enlarged. Layout
features are dropped: text is set one glyph a character. "Form" is what people type into fields, made from the
regular weight (without folders only this is done). A fillable PDF in Japanese holds all of it, so of level
2 it has what names have. Those in other languages hold "FormLatin", a fourth of it.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from fontTools import subset
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

HERE = Path(__file__).resolve().parent.parent / "templates" / "fonts"
WEIGHTS = {
    "Regular": ("400Regular/NotoSansJP_400Regular.ttf", "400Regular/SourceSans3_400Regular.ttf"),
    "Bold": ("700Bold/NotoSansJP_700Bold.ttf", "700Bold/SourceSans3_700Bold.ttf"),
}
RANGES = (
    (0x0020, 0x007E),  # Basic Latin
    (0x00A0, 0x017F),  # Latin-1 and Latin Extended-A
    (0x2010, 0x2044),  # dashes, quotation marks, ellipsis, per mille, primes
    (0x20AC, 0x20AC),  # euro
    (0x2190, 0x2199),  # arrows
    (0x2212, 0x2212),  # minus
    (0x2460, 0x2473),  # numbers in circles
    (0x25A0, 0x25CF),  # squares, triangles, circles
    (0x2605, 0x2606),  # stars
    (0x3000, 0x30FF),  # CJK punctuation, hiragana, katakana
    (0xFF01, 0xFF9F),  # full-width and half-width forms
)
EXTRA = "×÷±≤≥≠√∞←→↑↓✓"
LETTERS = (
    (0x0100, 0x017F),  # Latin Extended-A: Polish, Czech, Hungarian, Turkish, the Baltic languages
    (0x0218, 0x021B),  # Romanian
    (0x0384, 0x03CE),  # Greek with its accents
    (0x0400, 0x045F),  # Cyrillic: Ukrainian, Belarusian, Serbian, Macedonian
    (0x0490, 0x0491),  # Ukrainian ghe with upturn
)
MORE_LETTERS = (
    (0x018F, 0x018F),  # Azerbaijani schwa
    (0x01A0, 0x01B0),  # Vietnamese horns
    (0x01CD, 0x01E7),  # pinyin, caron
    (0x0259, 0x0259),  # small schwa
    (0x1E00, 0x1EFF),  # Welsh, capital sharp s, Vietnamese
    (0x20A0, 0x20BF),  # currencies
    (0x2116, 0x2122),  # numero, trade mark
    (0x2153, 0x215E),  # fractions
    (0x2660, 0x2667),  # suits of cards
    (0x2717, 0x2717),  # cross beside the tick
)
LATIN_SCALE = 1.117
"""How much larger the Latin letters of Noto Sans JP are than those of Source Sans."""
NAME_KANJI = (
    "丼乘亞佛來侑侚俐俠俱傲傳僞價儉兒凉凛凜凰刹剝剩劍勁勒勳卷卽吞哺喩單嗅嘲嚴圈國圓團堯塡增壘壞壯壽奎奧奬"
    "孃寢實寬將專峽崚嶌巖巢巫已帶廣廳彈彌彗彙從徠徵德恆恣惠惡惧惺愼慄憬應懷戰戲拂拉拔拜揭搖搜摑摯擊攝收敍"
    "昊昴昻晄晏晚晝晟晧晨暉曆曉曖曻栁栞桒梛條椰楷榮槇樂樣橙橫檜檢櫂櫻步歷毀每毬氣洵洸涉淚淨淸渴渾溫滉滯漱"
    "澁澤澪濕濵瀨焰煌熙燎燒燿爭爲狀狹獸珀珈琥瑶璧疊瘍瘦皓盜盡眞眸碎祕祿禪禮禱稟稻穗穰穹笙箋簞籠粹絆綠綸綺"
    "緖緣緻縣縱繡繫纖羚羞翔聽脩臟與苺茉莉莊菫萊萠萬蔣蕾薰藏藝藥虛蟬蠟衞裝覽訃詢諄諧謠讓貪賣賴赳踪轉辣迪逞"
    "遙邉邊郞醉醬釀釉錄錮鍊鎭鑄陷險雜靑靜頌顚顯颯飜騷驍驗髙髮鬱鷄鷗麒黃黎黑默齊齋欄廊朗虜類﨑猪神祥福諸都"
    "侮僧勉勤卑嘆器墨層悔憎懲敏暑梅海渚漢煮琢碑社祉祈祐祖祝禍禎穀突節練繁署者臭著視謁謹賓贈逸難響"
)
"""Kanji of names beyond level 1 of JIS X 0208: what else the lists of Jōyō and Jinmeiyō kanji have (those of
kanji-lists 0.2.0), and older forms that families keep. Of them 117 are not in JIS X 0208 at all."""
COMMON_KANJI = (
    "田子藤山野川本村中井木小大美佐原高松橋谷島口上岡吉恵崎石奈西里加智江林鈴香佳和三森一千内知沢宮貴伊志"
    "永平史理渡紀下久安真辺生水保部枝長英明希坂利絵寿清太菜代岩津尾裕弘正宏成亜福池竹央広司仁之幸喜浩実花"
    "孝啓樹杉衣友人栄金良也塚愛雄武治公洋梨博嘉河浦華敬祐瀬尚都昌士章晃雅古寛早夏泰隆北二将依新緒阿賀青穂"
    "昭堀前秀弥秋陽沙季那斎世直矢夫今輝典光聖重義日乃彦信見有関未規紗芳崇葉城祥剛康朗伸黒徳文行莉織哉倉横"
    "憲東寺土朋斉菅多映根男俊嗣比誠登好由麻名海亮澤市勝健茂浅宣賢記須圭晴倫飯春奥聡柳己哲近浜南慶彰間後政"
    "惠富遠荒郎神菊巳優恭地晶可次嶋元征泉匡果瑛基妃馬丸岸桜眞暁敏白靖紘柴善介戸拓宗充達星月宜毅功誉立片至"
    "帆望彩歌朝起児悠栗廣斗吏卓宇顕丈砂七増熊則佑屋教深純合克万玉範展玲畑五辻稲沼相暢苗淳左米垣酒修梅植場"
    "工八慧十悟朱越敦忠篠赤細郁順滋岳咲吾礼道資稚羽滝若路稔満以輔照延勇笠李考豊出姫歩音澄桂容壮脇珠天篤繁"
    "能辰薫唯与桑訓会牧法磨允角仲峰方視詩龍享詠尋塩笑壽嵐樋尊謙麗建豪淑伯服年竜呂禎晋波亀梶磯昂留数向進維"
    "周布詞威幹邦摩律計令庸伴厚恒作舞鳥静侑萩慈鎌璃慎通丹紫京瑠悦萌彬門臣耕国將景甲予皓助喬手納翔兼全守杏"
    "鶴来畠居宅茉昇岐板嵩架爾笹庄坪馨温端玄亨"
)
"""The commonest kanji of names, the most frequent first: by how many people bear a family name with it and in
how many spellings of first names it stands, half each (counted in japanese-personal-name-dataset 0.4.0)."""
LEVEL_1 = range(0x30, 0x50)
JIS = range(0x21, 0x75)


def codes(*ranges: tuple[int, int]) -> set[int]:
    """Code points of ranges."""
    return {code for first, last in ranges for code in range(first, last + 1)}


def jis(rows: range) -> set[int]:
    """Code points of rows of JIS X 0208."""
    signs = (bytes((row + 0x80, cell + 0x80)).decode("euc_jp", "ignore") for row in rows for cell in _CELLS)
    return {ord(sign) for sign in signs if sign}  # some places are empty


_CELLS = range(0x21, 0x7F)


def wanted() -> set[int]:
    """Code points to keep, where the font has them."""
    return codes(*RANGES) | {ord(sign) for sign in EXTRA + NAME_KANJI} | jis(JIS)


def typed(kanji: set[int]) -> set[int]:
    """Code points of what people type into a form field: letters of Europe, kana, and the kanji given."""
    latin = {ord(sign) for code in range(32, 256) for sign in bytes((code,)).decode("cp1252", "ignore")}
    kana = {*range(0x3041, 0x3097), *range(0x309D, 0x309F), *range(0x30A1, 0x30FF)}
    return latin | codes(*LETTERS) | kana | kanji | {ord(sign) for sign in "　、。々〆「」□"}


def reduce(source: Path, target: Path, weight: str, keep: set[int], units: int = 1000) -> None:
    """Write the reduced font under its own PostScript name (PDF writers mix up fonts with equal names).

    units : points of the grid that an em's outlines lie on.
    """
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += [
        "GSUB",
        "GPOS",
        "GDEF",
        "BASE",
        "vhea",
        "vmtx",
        "VORG",
        "STAT",
        "DSIG",
        "gasp",
        "meta",
    ]
    options.recalc_timestamp = False
    font = TTFont(source, recalcTimestamp=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=keep)
    subsetter.subset(font)
    scale_upem(font, units)
    family = "Pencilwright Noto Sans JP"
    postscript = f"PencilwrightNotoSansJP-{weight}"
    names = {1: family, 2: weight, 3: f"pencilwright {weight}", 4: f"{family} {weight}", 6: postscript}
    for name_id, text in names.items():
        font["name"].setName(text, name_id, 3, 1, 0x409)
    font["name"].names = [record for record in font["name"].names if record.platformID == 3]
    font.save(target)


def add_letters(target: Path, source: Path) -> None:
    """Add the letters and signs that the target lacks from another font, in the size of the target's own."""
    font, other = TTFont(target, recalcTimestamp=False), TTFont(source)
    glyphs, names = other.getGlyphSet(), other.getBestCmap()
    for code in sorted(codes(*LETTERS, *MORE_LETTERS) & names.keys() - font.getBestCmap().keys()):
        outline, pen = DecomposingRecordingPen(glyphs), TTGlyphPen(None)
        glyphs[names[code]].draw(outline)
        outline.replay(TransformPen(pen, (LATIN_SCALE, 0, 0, LATIN_SCALE, 0, 0)))
        name = f"source{code:04X}"
        font["glyf"][name] = glyph = pen.glyph()
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (round(glyphs[names[code]].width * LATIN_SCALE), glyph.xMin)
        for table in font["cmap"].tables:
            table.cmap[code] = name
    font.save(target)


def main() -> None:
    """Build both weights from the folders that are named on the command line, and the form's font."""
    if sys.argv[1:]:
        noto, source = map(Path, sys.argv[1:])
        for weight, (path, letters) in WEIGHTS.items():
            target = HERE / f"NotoSansJP-{weight}.ttf"
            reduce(noto / path, target, weight, wanted())
            add_letters(target, source / letters)
        shutil.copyfile(noto / "LICENSE_FONT", HERE / "LICENSE")
    # A grid of 256 saves a fifth of the bytes; on a name 3 mm high its steps are a hundredth of a millimetre.
    regular = HERE / "NotoSansJP-Regular.ttf"
    names = jis(LEVEL_1) | {ord(sign) for sign in NAME_KANJI}
    reduce(regular, HERE / "NotoSansJP-Form.ttf", "Form", typed(names), 256)
    common = {ord(sign) for sign in COMMON_KANJI}
    reduce(regular, HERE / "NotoSansJP-FormLatin.ttf", "FormLatin", typed(common), 256)


if __name__ == "__main__":
    main()
