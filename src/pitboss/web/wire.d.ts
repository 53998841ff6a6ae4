// What the house sends and takes over HTTP and the live connection.

declare namespace Wire {
  type Card = string;
  type Phase = "betting" | "closed" | "playing" | "settling";
  type Closed = "" | "closing" | "closed";
  type Role = "player" | "dealer" | "floorperson" | "manager" | "auditor";
  type Dealt = "automatic" | "dealer" | "physical";

  // A table as it is now

  interface Settled {
    returned: number;
    amount: number;
  }

  interface Box {
    player: string;
    wagers: Record<string, number>;
    coupons: Record<string, number>;
    hand: number;
    cards: Card[];
    down: number;
    choices: Record<string, string>;
    left: boolean;
    abandoned: boolean;
    settled: Record<string, Settled>;
  }

  interface Pile {
    cards: Card[];
    down: number;
  }

  interface Round {
    number: number;
    boxes: Record<string, Box>;
    piles: Record<string, Pile>;
  }

  interface Turn {
    box: number;
    decision: string;
    choices: string[];
  }

  interface Timer {
    ends_at: number;
    now: number;
  }

  interface Advice {
    round: number;
    box: number;
    decision: string;
    asks: string;
    stake: number;
    best: string;
    choices: Record<string, AdviceChoice>;
  }

  interface AdviceChoice {
    value: string;
    float: number;
    cost: number;
    cost_exact: string;
  }

  interface Prospect {
    round: number;
    staked: number;
    float: number;
    deviation: number;
  }

  interface StepPart {
    text: string;
    cite: string;
  }

  interface NextStep {
    by: "player" | "dealer" | "floorperson";
    title: string;
    cite: string;
    command: string | null;
    says: string;
    steps: StepPart[];
    reads: number;
    places?: string[];
    unread?: string;
    box?: number;
  }

  interface PayLine {
    box: number;
    item: string;
    stake: number;
    returned: number;
    amount: number;
    why: string;
    cite: string;
    player: string;
    title: string;
    does: "pay" | "return" | "take" | "keep";
    chips: [value: number, number: number][];
    validated: boolean;
    waits: boolean;
    done: boolean;
  }

  interface Irregularity {
    found: string;
    title: string;
    command: string;
    names_card: boolean;
    then: string;
    cite: string;
  }

  interface Transfer {
    id: string;
    kind: "fill" | "credit";
    amount: number;
    by: string;
    second: string;
  }

  interface Clearing {
    text: string;
    command: string;
    cite: string;
  }

  /** What anybody sees of a table, and what the person who asks sees beside that. */
  interface TableView {
    table: string;
    regulation: string;
    seats: Record<string, string>;
    meters: Record<string, number>;
    phase: Phase | null;
    turn: Turn | null;
    round: Round | null;
    last: Round | null;
    seq: number;
    rounds: number;
    back: string;
    closed: Closed;
    commitment: string | null;
    timer?: Timer | null;
    player?: string;
    rack?: number;
    may?: string[];
    advice?: Advice | null;
    prospect?: Prospect | null;
    racks?: Record<string, number>;
    inventory?: number;
    drop?: number;
    out_of_service?: Record<string, string>;
    waiting?: [box: number, item: string][];
    dealer?: string;
    transfers?: Transfer[];
    next?: NextStep;
    pays?: PayLine[];
    irregularities?: Irregularity[];
    clear?: Clearing[];
  }

  /** An event as this audience hears of it. */
  interface Event {
    event: string;
    subject?: string;
    text?: string;
    cite: string;
    box?: number;
    player?: string;
    wager?: string;
    award?: string;
    item?: string;
    amount?: number;
    stake?: number;
    pattern?: string;
    odds?: string;
    meter?: string;
    hand_of?: number;
    decision?: string;
    choice?: string;
    round?: number;
    to?: string;
    pile?: string;
    card?: Card;
    cards?: Card[];
    number?: number;
    found?: string;
    effects?: string;
    reason?: string;
    way?: string;
    depth?: number;
    step?: string;
    who?: string;
    hand?: number;
    order?: Card[];
  }

  // The live connection

  type Changes = Record<string, unknown>;

  type Frame =
    | { type: "snapshot" | "entry"; seq: number; shared: Changes; own?: Changes; beside?: Changes; events?: Event[] }
    | { type: "recent"; entries: Entry[] }
    | ({ type: "answer"; id: string } & Accepted)
    | ({ type: "refused"; id: string } & Problem)
    | { type: "suspended"; reason: string }
    | { type: "ping"; now: number }
    | { type: "problem"; code: string; reason: string };

  interface Entry {
    seq: number;
    events: Event[];
  }

  interface CommandFrame {
    type: "command";
    id: string;
    command: string;
    round: number | null;
  }

  interface Accepted {
    table: string;
    seq: number;
    again: boolean;
    events: Event[];
  }

  interface Problem {
    code: string;
    reason: string;
    clause: string | null;
    open_now: string | null;
  }

  // The layout of a table

  interface LayoutWager {
    name: string;
    title: string;
    cite: string;
    minimum: number | null;
    maximum: number | null;
    stakes: number[];
    limits: string;
    stakes_by: string;
    placed: string;
    required: boolean;
    needs: string[];
    needs_any: string[];
    hand: string;
    paytable: string | null;
    paytable_id: string | null;
    progressive: boolean;
    meters: string[];
    collected: boolean;
  }

  interface LayoutAward {
    name: string;
    title: string;
    cite: string;
    kind: string;
    stake_of: string;
    needs: string[];
    paytable: string;
    paytable_id: string;
  }

  interface LayoutChoice {
    choice: string;
    label: string;
    command: string;
    does: string;
    said: string;
    places: string[];
    returns: string[];
    forfeits: string[];
    cite: string;
  }

  interface LayoutDecision {
    decision: string;
    title: string;
    asks: string;
    cite: string;
    choices: LayoutChoice[];
  }

  interface LayoutPile {
    name: string;
    title: string;
    cards: number;
    at: "box" | "dealer";
    if_placed: string | null;
    cite: string;
  }

  interface LayoutPaytable {
    id: string;
    title: string;
    pays_for: string[];
    cite: string;
    cites: string[];
    hand: string;
    envy: boolean;
    notes: string[];
    columns: { title: string; boxes: number | null; stake: number | null }[];
    rows: { pattern: string; title: string; pays: string; by_column: string[]; cite: string; cites: string[] }[];
    meters: string[];
  }

  interface LayoutShowdown {
    qualifies: string;
    title: string;
    pays: { wager: string; title: string; pays: string }[];
    unqualified: { wager: string; does: string; pays: string | null; cite: string }[];
    cite: string;
  }

  interface Sign {
    facility: string;
    title: string;
    table: string;
    statements: string[];
    meters: { name: string; title: string; amount: string; is_live: boolean }[];
    limits: { wager: string; stakes: string }[];
    paytables: SignPaytable[];
    notes: string[];
    rules: string;
  }

  interface SignPaytable {
    title: string;
    detail: string;
    columns: string[];
    by_boxes: number[];
    rows: { hand: string; pays: string[] }[];
    notes: string[];
  }

  interface Layout {
    table: string;
    facility: string;
    regulation: string;
    title: string;
    jurisdiction: string;
    boxes: number;
    adjacent_boxes: number;
    device: string;
    device_title: string;
    backs: string[];
    inscriptions: { shows: string; text: string; cite: string; or_sign: boolean }[];
    wagers: LayoutWager[];
    required_any: string[];
    relations: { wager: string; to: string; least: string | null; most: string | null; cite: string }[];
    awards: LayoutAward[];
    decisions: LayoutDecision[];
    piles: LayoutPile[];
    paytables: Record<string, LayoutPaytable>;
    showdown: LayoutShowdown | null;
    meters: { name: string; title: string; wager: string; seed: number; reset: number }[];
    practice: boolean;
    sign: Sign;
  }

  // People and the lobby

  interface Person {
    name: string;
    role: Role;
    tables: string[];
  }

  interface SignedIn extends Person {
    token: string;
  }

  interface Session extends Person {
    since: number;
  }

  interface LobbyTable {
    name: string;
    regulation: string;
    title: string;
    jurisdiction: string;
    seats: Record<string, string>;
    boxes: number;
    minimum: number;
    maximum: number;
    meters: Record<string, number>;
    phase: Phase | null;
    rounds: number;
    dealt: Dealt;
    closed: Closed;
  }

  interface Lobby {
    facility: string;
    practice: boolean;
    address: string;
    tables: LobbyTable[];
  }

  interface House {
    facility: string;
    tables: Record<string, string>;
    public_key: string;
    suspended: boolean;
  }

  // Records

  interface Place {
    position: number;
    stream: string;
    seq: number;
  }

  interface Jackpot {
    box: number;
    meter: string;
    amount: number;
  }

  interface RoundSummary {
    id: string;
    regulation: string;
    status: string;
    start: number;
    end: number | null;
    boxes: Record<string, string>;
    net: Record<string, number>;
    staked: number;
    paid: number;
    irregularities: string[];
    jackpots: Jackpot[];
    first: Place;
    last: Place;
  }

  interface RoundPage {
    rounds: RoundSummary[];
    next: number | null;
    total: number | null;
  }

  interface Said extends Place {
    at: number;
    by: string;
    role: string;
    command: string;
  }

  interface Moment extends Said {
    part: string;
    text: string;
    event: Event;
    gist: string;
  }

  interface Refusal extends Said {
    code: string;
    clause: string;
    reason: string;
  }

  interface SettlementLine {
    item: string;
    stake: number;
    outcome: string;
    returned: number;
    amount: number;
    net: number;
    pattern: string | null;
    odds: string | null;
    sum: string;
    meter: string | null;
    hand_of: number | null;
    cite: string;
  }

  interface RecordedRound {
    round: string;
    regulation: string;
    status: "void" | "completed";
    rules: { house: string; digest: string };
    device: string;
    start: number;
    end: number;
    first: Place;
    last: Place;
    shuffle: { commitment: string | null };
    moments: Moment[];
    refused: Refusal[];
    hands: { boxes: Record<string, { player: string; cards: Card[]; hand: number | null }> };
    boxes: { box: number; player: string; net: number; lines: SettlementLine[] }[];
    differences: { box: number; item: string; due: number; paid: number; clause: string }[];
    meters: Record<string, Record<string, number>>;
    corrections: (Said & { event: { player: string; amount: number; reason: string } })[];
    recorded: object | null;
  }

  interface Receipt {
    device: string;
    boxes: number[];
    shuffle: { commitment: string; salt: string; by_seed: boolean } | null;
    entries: { position: number; seq: number; events: Event[] }[];
  }

  interface Verification {
    state: "never" | "running" | "whole" | "broken" | "failed";
    done?: number;
    of?: number;
    heads?: number;
    ended?: number;
    books?: boolean;
    reason?: string;
    position?: number | null;
    stream?: string | null;
  }

  interface LedgerHealth {
    size: number;
    heads: number;
    newest: { size: number; root: string; at: number; text: string }[];
    storage: string;
    key: string;
    suspended: string | null;
    streams: Record<string, number>;
    verification: Verification;
  }

  /** Figures by the keys of the report's columns; cents, or a share of one. */
  type DayMoney = { handle: number; win: number; expected_float: number } & Record<string, unknown>;

  interface ReportColumn {
    key: string;
    title: string;
    kind: "count" | "money" | "signed" | "share";
  }

  interface DayReport {
    table: string;
    day: string;
    regulation: string | null;
    rounds: { completed: number; void: number };
    total: DayMoney & { standard_deviation: number; deviations: number | null };
    wagers: (DayMoney & { wager: string })[];
    columns: ReportColumn[];
    chips: Record<string, { number: number; amount: number }>;
    refused: Record<string, number>;
    jackpots: {
      round: string | null;
      box: number;
      player: string;
      pattern: string;
      meter: string;
      amount: number;
      cite: string;
    }[];
    irregularities: { round: string | null; at: number; found: string; effects: string; cite: string }[];
    corrections: { at: number; by: string; player: string; amount: number; reason: string }[];
    meters: ({ link: string; meter: string } & Record<string, string | number>)[];
  }

  // The library

  interface RegulationBrief {
    id: string;
    title: string;
    jurisdiction: string;
    authority: string;
    boxes: number;
    wagers: string[];
    awards: string[];
    paytables: Record<string, string[]>;
    clauses: number;
    rulings: number;
  }

  interface Ruling {
    id: string;
    clauses: string[];
    doubt: string;
    reading: string;
    alternatives: string[];
    option: string | null;
  }

  interface DealingRow {
    to: string[];
    cards: number;
    times: number;
    conditional: boolean;
    cite: string;
  }

  interface Regulation {
    id: string;
    title: string;
    jurisdiction: string;
    wagers: { id: string; title: string }[];
    awards: { id: string; title: string }[];
    dealing: Record<string, DealingRow[]>;
    rulings: Ruling[];
  }

  interface ClauseEntry {
    id: string;
    status: string;
    gist: string;
    where: string[];
    tests: string[];
    rulings: string[];
    reason: string | null;
  }

  interface OddsCatalogue {
    regulation: string;
    title: string;
    jurisdiction: string;
    boxes: number;
    wagers: Record<string, string[]>;
    titles: Record<string, string>;
    decides: string;
    options: { option: string; values: string[] | null; in_force: string | number; ruling: string; doubt: string }[];
  }

  interface Odds {
    regulation: string;
    wager: string;
    paytable: string;
    cite: string;
    total: number;
    rows: { pattern: string; pays: string | null; count: number }[];
    expected: string | null;
    house_edge: number | null;
    hit_frequency: number;
    standard_deviation: number | null;
    stake: number;
    boxes?: number;
    average_stake?: string;
    average_stake_float?: number;
    element_of_risk?: number;
    fixed?: string;
    meters?: Record<string, string>;
    break_even?: string | object;
    envy_per_other_box?: string | null;
    seeds?: Record<string, number>;
    shown?: Record<string, number>;
  }

  interface Strategy {
    rules: Record<string, string[]>;
  }

  interface Violation {
    code: string;
    message: string;
    clause: string;
    file: string;
    line: number;
    column: number;
  }

  interface TableEdges {
    table: string;
    regulation: string;
    wagers: WagerEdge[];
    together: { title: string; in_force: boolean; edge: number; stakes: Record<string, number> }[];
  }

  interface WagerEdge {
    wager: string;
    title: string;
    paytable: string;
    stake: number;
    boxes: number | null;
    house_edge: number | null;
    long_run: number | null;
    note: string | null;
    cite: string;
    others: Record<string, number | null>;
  }

  interface HouseCheck {
    approved: boolean;
    violations: Violation[];
    facility?: string;
    digest?: string;
    tables?: Record<string, string>;
    edges?: TableEdges[] | null;
  }

  // Every question and message, by its path

  interface Gets {
    "/api/me": Person;
    "/api/house": House;
    "/api/lobby": Lobby;
    "/api/sessions": Session[];
    "/api/tables/{table}/layout": Layout;
    "/api/rounds": RoundPage;
    "/api/rounds/{table}/{number}": RecordedRound;
    "/api/rounds/{table}/{number}/deal": Receipt;
    "/api/ledger": LedgerHealth;
    "/api/reports": DayReport[];
    "/api/rules": RegulationBrief[];
    "/api/rules/{regulation}": Regulation;
    "/api/rules/{regulation}/clauses": ClauseEntry[];
    "/api/odds": OddsCatalogue[];
    "/api/odds/{regulation}": Odds[];
    "/api/odds/{regulation}/{wager}/{paytable}": Odds[];
    "/api/strategy/{regulation}": Strategy;
    "/api/sample-house": string;
  }

  interface Posts {
    "/api/guest": { sent: { name: string }; answer: SignedIn };
    "/api/sign-in": { sent: { name: string; password: string }; answer: SignedIn };
    "/api/sign-out": { sent: object; answer: object };
    "/api/sessions/end": { sent: { name: string }; answer: object };
    "/api/tables/{table}/standing": {
      sent: { id: string; order: "closing" | "closed" | "open"; counted?: number };
      answer: { difference?: number };
    };
    "/api/tables/{table}/transfers": {
      sent: { id: string; kind: "fill" | "credit"; amount: number };
      answer: object;
    };
    "/api/tables/{table}/transfers/{transfer}": {
      sent: { id: string; answer: "confirm" | "withdraw" };
      answer: object;
    };
    "/api/ledger/verify": { sent: { books: boolean }; answer: { verification: Verification } };
    "/api/check": { sent: { text: string; odds?: boolean }; answer: HouseCheck };
  }
}
