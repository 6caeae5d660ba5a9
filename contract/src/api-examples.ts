/** A request of the reference page of the API, which a test sends. */
export interface ApiExample {
  /** Id of its route. */
  route: string
  /** What it is for. */
  title: string
  /** What follows the path of the route up to the survey, such as `/figures?path=root`. */
  address: string
  /** A body of JSON; a list of lines is sent as NDJSON. */
  body?: { json: unknown } | { lines: readonly unknown[] }
  headers?: Readonly<Record<string, string>>
}

/** Name of the survey that the examples ask. */
export const exampleSurvey = 'visits'

const visit = { country: 'Norway', store: 'Oslo', rating: 2, channel: 'web', comment: 'The queue was long.' }

/** The examples, by route in the order they are shown. */
export const apiExamples: readonly ApiExample[] = [
  {
    route: 'sendResponses',
    title: 'Send one response, with a key that makes sending it again harmless',
    address: '/responses',
    headers: { 'Idempotency-Key': '7d0d9a5c-2f0e-4a51-9d7a-1d1c2b3a4f55' },
    body: { json: { id: 'order-1001', date: '2026-02-06', answers: visit } },
  },
  {
    route: 'sendResponses',
    title: 'Correct it: answers that are not sent stay',
    address: '/responses',
    body: { json: { id: 'order-1001', answers: { rating: 4 } } },
  },
  {
    route: 'sendResponses',
    title: 'Send several; the second is refused, and the answer says why',
    address: '/responses',
    body: { json: [{ answers: visit }, { answers: { ...visit, rating: 9 } }] },
  },
  {
    route: 'sendResponses',
    title: 'Send thousands, one on each line',
    address: '/responses',
    body: { lines: [{ answers: visit }, { answers: { ...visit, store: 'Oslo', rating: 5 } }] },
  },
  { route: 'listApiSurveys', title: 'Find out which survey the key opens', address: '' },
  { route: 'getApiSurvey', title: 'Read what the survey asks', address: '' },
  { route: 'listApiUnits', title: 'List the units below a place', address: '/units?path=country=Norway' },
  {
    route: 'listApiFigures',
    title: 'Read figures of a place, for a period and a filter',
    address: '/figures?path=country=Norway;date=2026;channel=web&indicators=satisfaction,n',
  },
  {
    route: 'getApiRanking',
    title: 'Rank the units below a place',
    address: '/ranking?path=root;date=2026&indicators=satisfaction',
  },
  { route: 'listApiInterviews', title: 'Read completed responses, a page at a time', address: '/interviews?limit=2' },
  { route: 'getApiInterview', title: 'Read one of them', address: '/interviews/$RESPONSE_ID' },
  {
    route: 'listApiComments',
    title: 'Read what respondents wrote',
    address: '/comments?path=root;date=2026&variables=comment',
  },
  { route: 'listApiAlerts', title: 'Read the open alerts', address: '/alerts?state=open' },
  {
    route: 'callMcp',
    title: 'List the tools that clients of the Model Context Protocol use',
    address: '',
    headers: { Accept: 'application/json, text/event-stream' },
    body: { json: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  },
]

/** An example as a command of a shell, with the server in `GENSVAR_URL` and the key in `GENSVAR_KEY`. */
export function commandOf({ address, body, headers = {} }: ApiExample, path: string): string {
  // What follows the survey in the path is a part of the address.
  const start = path.replace(/\{survey\}.*$/, exampleSurvey)
  const type = body && ('lines' in body ? 'application/x-ndjson' : 'application/json')
  const all = { Authorization: 'Bearer $GENSVAR_KEY', ...(type && { 'Content-Type': type }), ...headers }
  const text =
    body && ('lines' in body ? body.lines.map((line) => JSON.stringify(line)).join('\n') : JSON.stringify(body.json))
  return [
    `curl "$GENSVAR_URL${start}${address}"`,
    ...Object.entries(all).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(text === undefined ? [] : [`--data-binary '${text}'`]),
  ].join(' \\\n  ')
}
