// What a sheet of Troyes Dice is worth before its dice are rolled, with best play: every roll, every action.
//
// Written from the rules dossier (base game), not from the product. Each line of the input is one position:
// half-days played; 9 plazas from P0 on, each the colour up and the colour hidden; 18 numbers in the die
// boxes, red district first; circled and spent of each resource; citizens of each track; the six rows of
// buildings as bit masks of columns (fortress, count's palace, great market, town hall, cathedral, bishop's
// palace); struck boxes of each colour; the number of each cathedral. The answer is the expected score
// times 1296 for each roll, a whole number.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>

namespace {

constexpr int kHalfDays = 16, kSpaces = 18, kTrack = 20, kFirstAttack = 4;
constexpr int kUnset = -1;

struct Sheet {
    std::array<int8_t, 3> got{}, used{}, cit{};
    std::array<uint8_t, 6> built{};
    std::array<uint8_t, 3> struck{};
    std::array<uint8_t, 6> number{};
    bool operator<(const Sheet& o) const {
        return std::tie(got, used, cit, built, struck, number) <
               std::tie(o.got, o.used, o.cit, o.built, o.struck, o.number);
    }
};

struct Game {
    std::array<std::array<int, 2>, 9> faces{};   // the colour up at the start, the hidden one
    std::array<std::array<int, 6>, 3> numbers{};
    int column_of(int colour, int value) const {
        for (int c = 0; c < 6; c++)
            if (numbers[colour][c] == value) return c;
        return kUnset;
    }
};

// What waits to be marked: a circle on a resource track, a citizen, or a bonus.
enum Kind { RESOURCE, CITIZEN, FIFTEENTH, TWENTIETH, COLUMN_THREE, COLUMN_PUBLIC };
struct Event { Kind kind; int track; };

struct Marking {
    Sheet sheet;
    std::deque<Event> now;      // circles of the gain that is being marked
    std::deque<Event> waiting;  // bonuses, first in first out
};

struct Link { int row, left, what, amount; bool citizens; };
constexpr Link kLinks[] = {
    {0, 0, 0, 1, true}, {0, 2, 1, 1, true}, {0, 4, 2, 1, true}, {1, 0, 0, 2, true}, {1, 4, 0, 3, false},
    {3, 0, 1, 3, false}, {3, 2, 1, 2, true}, {5, 2, 2, 3, false}, {5, 4, 2, 2, true},
};
constexpr int kPrestigeRow[] = {0, 2, 4}, kPublicRow[] = {1, 3, 5};
constexpr int kMarketColour[] = {0, 0, 1, 1, 2, 2};

void gain(Marking& m, Kind kind, int track, int amount) {
    for (int i = 0; i < amount; i++) m.now.push_back({kind, track});
}

bool can_build(const Sheet& s, int row, int column) {
    return !(s.built[row] >> column & 1) && !(s.struck[row / 2] >> column & 1);
}

// Draw a building and note its own gain, then that of its link. `dice`: transparent dice of each colour.
void build(Marking& m, int row, int column, const std::array<int, 3>& dice) {
    Sheet& s = m.sheet;
    if (row == 4) {
        int before = 0;
        for (int c = 0; c < 6; c++) before += s.built[4] >> c & 1;
        s.number[column] = 1 + before / 2;
    }
    s.built[row] |= 1 << column;
    if (row == 0) gain(m, CITIZEN, column / 2, 1);
    if (row == 2) {
        int colour = kMarketColour[column], n = dice[colour];
        if (column % 2 == 0) gain(m, RESOURCE, colour, 3 * n);
        else gain(m, CITIZEN, colour, 2 * n);
    }
    if (row % 2 == 1) gain(m, CITIZEN, row / 2, 2);
    for (const Link& link : kLinks) {
        int pair = 3 << link.left;
        if (link.row == row && pair >> column & 1 && (s.built[row] & pair) == pair)
            gain(m, link.citizens ? CITIZEN : RESOURCE, link.what, link.amount);
    }
}

void circle_citizen(Marking& m, int track) {
    auto& cit = m.sheet.cit;
    int before = *std::min_element(cit.begin(), cit.end());
    cit[track]++;
    int after = *std::min_element(cit.begin(), cit.end());
    if (cit[track] == 15) m.waiting.push_back({FIFTEENTH, track});
    if (cit[track] == 20) m.waiting.push_back({TWENTIETH, track});
    if (after > before && after == 3) m.waiting.push_back({COLUMN_THREE, 0});
    if (after > before && (after == 6 || after == 11)) m.waiting.push_back({COLUMN_PUBLIC, 0});
}

// Mark all that is due; where the player has a choice, every way. The finished sheets go to `out`.
void mark(Marking m, const std::array<int, 3>& dice, std::set<Sheet>& out) {
    while (!m.now.empty() || !m.waiting.empty()) {
        if (!m.now.empty()) {
            Event event = m.now.front();
            m.now.pop_front();
            int t = event.track;
            if (event.kind == RESOURCE) {
                if (m.sheet.got[t] == kSpaces) continue;
                m.sheet.got[t]++;
                if (m.sheet.got[t] % 6 == 0) m.now.push_front({CITIZEN, t});
            } else if (m.sheet.cit[t] < kTrack) {
                circle_citizen(m, t);
            } else {
                for (int other = 0; other < 3; other++)
                    if (m.sheet.cit[other] < kTrack) {
                        Marking branch = m;
                        circle_citizen(branch, other);
                        mark(branch, dice, out);
                    }
                if (m.sheet.cit[0] + m.sheet.cit[1] + m.sheet.cit[2] < 3 * kTrack) return;
            }
            continue;
        }
        Event bonus = m.waiting.front();
        m.waiting.pop_front();
        if (bonus.kind == COLUMN_THREE) {
            for (int kind = 0; kind < 3; kind++) gain(m, RESOURCE, kind, 1);
        } else if (bonus.kind == TWENTIETH) {
            for (int track = 0; track < 3; track++)
                if (track != bonus.track) gain(m, CITIZEN, track, 1);
        } else {
            bool any = false;
            for (int colour = 0; colour < 3; colour++) {
                if (bonus.kind == FIFTEENTH && colour == bonus.track) continue;
                int row = bonus.kind == FIFTEENTH ? kPrestigeRow[colour] : kPublicRow[colour];
                for (int column = 0; column < 6; column++)
                    if (can_build(m.sheet, row, column)) {
                        Marking branch = m;
                        build(branch, row, column, dice);
                        mark(branch, dice, out);
                        any = true;
                    }
            }
            if (any) return;
        }
    }
    out.insert(m.sheet);
}

int score(const Sheet& s) {
    int total = 0;  // the cathedral of a column scores the row of buildings of the same place in the list
    for (int i = 0; i < 3; i++) total += s.cit[i] + (s.got[i] - s.used[i]) / 2;
    for (int column = 0; column < 6; column++)
        total += s.number[column] * __builtin_popcount(s.built[column]);
    return total;
}

class Solver {
  public:
    explicit Solver(const Game& game) : game_(game) {}

    // The expected score times 1296 to the power of the half-days that are left.
    int64_t value(const Sheet& sheet, int half, int flipped) {
        if (half == kHalfDays) return score(sheet);
        Key key{sheet, half << 9 | flipped};
        auto known = values_.find(key);
        if (known != values_.end()) return known->second;
        int64_t total = 0;
        for (int black = 1; black <= 6; black++)
            for (int a = 1; a <= 6; a++)
                for (int b = a; b <= 6; b++)
                    for (int c = b; c <= 6; c++) {
                        int ways = a == c ? 1 : a == b || b == c ? 3 : 6;
                        total += ways * after_roll(sheet, half, flipped, black, {a, b, c});
                    }
        return values_[key] = total;
    }

  private:
    using Key = std::pair<Sheet, int>;

    int64_t after_roll(const Sheet& sheet, int half, int flipped, int black, std::array<int, 3> dice) {
        int place = 0;  // of the black die, before a die of equal value
        while (place < 3 && dice[place] < black) place++;
        int64_t best = kUnset;
        bool bought = false;
        for (int i = 0; i < 3; i++) {
            int64_t worth = with_die(sheet, half, flipped, black, place, i < place ? i : i + 1, dice[i]);
            bought = bought || worth != kUnset;
            best = std::max(best, worth);
        }
        if (bought) return best;
        return with_die(sheet, half, flipped, black, place, kUnset, 0);
    }

    // The most that one die on a slot can bring, kUnset where it cannot be bought; slot kUnset: the fallback.
    int64_t with_die(const Sheet& before, int half, int flipped, int black, int place, int slot, int value) {
        Key key{before, ((((half << 9 | flipped) << 3 | black) << 2 | place) << 3 | (slot + 1)) << 3 | value};
        auto known = dice_.find(key);
        if (known != dice_.end()) return known->second;

        int day = half / 2 + 1, first = day + (half % 2 ? 4 : 0);
        std::array<int, 4> notch{}, colour{};
        std::array<int, 3> counted{};
        for (int k = 0; k < 4; k++) {
            notch[k] = (first + k) % 9;
            colour[k] = game_.faces[notch[k]][flipped >> notch[k] & 1];
            if (k != place) counted[colour[k]]++;
        }
        Sheet sheet = before;
        if (half >= kFirstAttack) {
            int column = game_.column_of(colour[place], black);
            if (!(sheet.built[0] >> column & 1)) sheet.struck[colour[place]] |= 1 << column;
        }
        std::set<Sheet> results;
        if (slot == kUnset) {
            Marking m{sheet, {}, {}};
            for (int kind = 0; kind < 3; kind++) gain(m, RESOURCE, kind, 1);
            mark(m, counted, results);
        } else if (slot == 1) {
            for (int kind = 0; kind < 3; kind++) use(sheet, kind, 1, colour[slot], value, counted, results);
        } else {
            use(sheet, 1, slot == 0 ? 0 : slot - 1, colour[slot], value, counted, results);
        }
        int64_t best = kUnset;
        for (const Sheet& after : results)
            best = std::max(best, this->value(after, half + 1, flipped ^ 1 << notch[place]));
        return dice_[key] = best;
    }

    // Pay for a die, change it in every way, and do with it all that is allowed.
    void use(Sheet sheet, int kind, int price, int colour, int value, const std::array<int, 3>& counted,
             std::set<Sheet>& out) {
        if (sheet.got[kind] - sheet.used[kind] < price) return;
        sheet.used[kind] += price;
        for (int to = 0; to < 3; to++)
            for (int final = 1; final <= 6; final++) {
                Sheet paid = sheet;
                paid.used[0] += std::abs(final - value);
                paid.used[2] += to == colour ? 0 : 2;
                if (paid.used[0] > paid.got[0] || paid.used[2] > paid.got[2]) continue;
                Marking gained{paid, {}, {}};
                gain(gained, RESOURCE, to, final);
                mark(gained, counted, out);
                int column = game_.column_of(to, final);
                for (int row : {kPrestigeRow[to], kPublicRow[to]})
                    if (can_build(paid, row, column)) {
                        Marking built{paid, {}, {}};
                        build(built, row, column, counted);
                        mark(built, counted, out);
                    }
            }
    }

    const Game& game_;
    std::map<Key, int64_t> values_, dice_;
};

template <typename Row>
void read(std::istream& in, Row& row) {
    for (auto& place : row) {
        int number = 0;
        in >> number;
        place = number;
    }
}

}  // namespace

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream in(line);
        int half = 0;
        Game game;
        Sheet sheet;
        in >> half;
        for (auto& plaza : game.faces) read(in, plaza);
        for (auto& district : game.numbers) read(in, district);
        read(in, sheet.got), read(in, sheet.used), read(in, sheet.cit);
        read(in, sheet.built), read(in, sheet.struck), read(in, sheet.number);
        if (!in) return 1;
        std::cout << Solver(game).value(sheet, half, 0) << "\n";
    }
}
