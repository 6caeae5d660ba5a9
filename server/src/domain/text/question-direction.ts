/** What a question asks for: bad things ("What can we improve?"), good ones, or neither. */
export type QuestionDirection = 'bad' | 'good' | 'open'

const asksBad =
  /improve|better|wrong|dislike|missing|lack|problem|complain|förbättra|bättre|saknade|saknar du|sämre|missnöj|forbedre|bedre|savne|savner|mangle|utilfreds|misfornøyd|paranta|paremm|kehittä|puuttu|huono/i
const asksGood =
  /like (?:best|most|about)|did you like|was good|went well|do well|best about|appreciate|satisfied with|var bra|gillar|gillade|bäst med|uppskatta|nöjd med|fornøyd med|likte|beste med|tilfreds med|glad for|bedst|hyvää|parasta|pidit|onnistui/i

/** Reads the direction of a question. One that asks for both ("good or bad") is open. */
export function directionOf(question: string | undefined): QuestionDirection {
  if (question === undefined) return 'open'
  const [bad, good] = [asksBad.test(question), asksGood.test(question)]
  return bad === good ? 'open' : bad ? 'bad' : 'good'
}
