import { alertRules, alertsPage } from './alerts-page.ts'
import { samplesPage } from './samples-page.ts'

/** What answers are weighted to, in the surveys that are not anonymous. */
export const walkedShares = 'weights: { shares: { channel: { web: 50, till: 50 } } }'

/** Configuration of the surveys that routes are walked in, with something to answer for every route. */
export const walkedConfig = `
sharing: true
bigScreen: { rating: rating, comment: comment, goal: score }
details:
  visit: { sections: [{ title: Visit, paragraphs: ["{comment}"] }] }
indicators:
  score: { title: Score, expression: "mean(rating)" }
actions: { items: [score] }
campaigns: { fromEmails: [hello@example.org], fromName: Shop, mailFilters: [{ extname: web, filter: channel=web }] }
filters:
  standard:
    - { key: more, title: More, filters: [channel] }${alertRules('{comment}')}
reports:
  named:
    - { extname: monthly, title: Monthly, formats: [xlsx, csv], components: [head] }
pages:
  - extname: overview
    title: Overview
    components:
      - { type: variable-block, config: { id: head, size: 12, variables: [score] } }
      - { type: choice-line, config: { id: ways, size: 12, question: channel } }
      - { type: grouped, config: { id: beside, size: 12, variables: [score], by: store } }
      - { type: latest-comments, config: { id: voices, size: 12, variables: [comment] } }
      - { type: text-analytics, config: { id: said, size: 12, questions: [comment] } }
      - { type: question-search, config: { id: found, size: 12, question: comment, customerInfo: [store] } }
      - { type: data-uploader, config: { id: up, size: 12, fields: [{ variable: rating }] } }
      - { type: data-table, config: { id: targets, size: 12, source: server, tableId: targets, editable: true, headers: [{ text: What }] } }
      - { type: record-table, config: { id: contacts, size: 12, recordset: contacts } }
      - { type: action-manager, config: { id: actions, size: 12, anchorable: true } }
      - { type: global-values-table, config: { id: gv, size: 12, indicators: [score] } }
${samplesPage(['comment'])}${alertsPage(['comment', 'name', 'email'])}`
