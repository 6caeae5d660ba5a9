/** Comments of customers in several languages. */
export const texts = [
  'The staff were friendly and helpful.',
  'Rude staff, and the queue was far too long.',
  'Too expensive. Terrible service!',
  'Friendly staff, but we waited for an hour and the food was cold.',
  'Fantastic food and good prices',
  'We bought a chair.',
  'Personalen var mycket trevlig och kunnig.',
  'Dålig service och alldeles för lång kö.',
  'Henkilökunta oli ystävällinen.',
  'Elendig service, aldri igjen',
  '-',
  '👍👍',
]
/** Responses with these comments; some are not completed. */
export const rows = Array.from({ length: 60 }, (_, index) => ({
  date: `2026-01-${String(1 + (index % 28)).padStart(2, '0')}`,
  state: index % 20 === 19 ? 1 : 0,
  answers: {
    country: index % 3 === 0 ? 'Norway' : 'Sweden',
    store: index % 3 === 0 ? 'Oslo' : index % 3 === 1 ? 'Stockholm' : 'Malmo',
    channel: index % 2 === 0 ? 'web' : 'till',
    rating: 1 + (index % 5),
    ...(index % 7 !== 6 && { comment: texts[(index * 5) % texts.length] ?? '' }),
    ...(index % 4 === 0 && { improve: texts[(index * 7 + 3) % texts.length] ?? '' }),
  },
}))
/** A configuration with all components of comments, and an alert that asks what they say. */
export const extra = `
interview: { open: [comment, improve] }
indicators:
  tone: { title: Tone, expression: "sentiment(comment)", decimals: 2 }
  rude: { title: Rude, expression: "share(negative:comment, staff)", decimals: 2 }
filters: { standard: [{ key: said, filters: ["sentiment:comment", { extName: "category:comment", multipleSelections: true }] }] }
alerts: [{ extname: rude, title: Rude, when: "negative:comment = staff" }]
pages:
  - extname: overview
    components:
      - { type: variable-block, config: { id: head, variables: [tone, rude] } }
      - { type: text-analytics, config: { id: voices, size: 4, questions: [comment, improve] } }
      - { type: feedback-overview, config: { id: fo, size: 6, questions: [comment, improve] } }
      - { type: feedback-sentiment, config: { id: fs, size: 6, questions: [comment, improve] } }
      - { type: feedback-search, config: { id: fq, size: 12, questions: [comment, improve], customerInfo: [store] } }
      - { type: question-search, config: { id: qs, size: 12, question: comment, customerInfo: [store] } }
      - { type: latest-comments, config: { id: newest, size: 12, variables: [comment, improve], count: 20 } }
`
/** The question that asks for comments besides the survey's own. */
export const questions = { improve: { type: 'text' as const } }
