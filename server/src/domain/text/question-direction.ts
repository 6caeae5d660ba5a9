/** What a question asks for: bad things ("What can we improve?"), good ones, or neither. */
export type QuestionDirection = 'bad' | 'good' | 'open'

const asksBad =
  /improve|better|wrong|dislike|missing|lack|problem|complain|förbättra|bättre|saknade|saknar du|sämre|missnöj|forbedre|bedre|savne|savner|mangle|utilfreds|misfornøyd|paranta|paremm|kehittä|puuttu|huono/i
const asksGood =
  /like (?:best|most|about)|did you like|was good|went well|do well|best about|appreciate|satisfied with|var bra|gillar|gillade|bäst med|uppskatta|nöjd med|fornøyd med|likte|beste med|tilfreds med|glad for|bedst|hyvää|parasta|pidit|onnistui/i

/** Directions of questions that were asked of late: there are few questions to many comments. */
const known = new Map<string, QuestionDirection>()
const mostKnown = 1_000

/** Reads the direction of a question. One that asks for both ("good or bad") is open. */
export function directionOf(question: string | undefined): QuestionDirection {
  if (question === undefined) return 'open'
  const found = known.get(question)
  if (found !== undefined) return found
  if (known.size >= mostKnown) known.clear()
  const direction = readDirection(question)
  known.set(question, direction)
  return direction
}

function readDirection(question: string): QuestionDirection {
  const [bad, good] = [asksBad.test(question), asksGood.test(question)]
  return bad === good ? 'open' : bad ? 'bad' : 'good'
}
