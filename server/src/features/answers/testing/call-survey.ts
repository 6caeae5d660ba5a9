const text = { type: 'text' } as const
const many = Array.from({ length: 12 }, (_one, at) => `kind${at + 1}`)

/** Questions of a survey that people are called for. */
export const callQuestions = {
  ...{ customer: text, phone: text, why: text, words: text },
  nps: { type: 'scale', min: 0, max: 10 },
  liked: { type: 'multiple', choices: ['price', 'staff', 'range'] },
  kind: { type: 'single', choices: many },
  again: { type: 'single', choices: ['yes', 'no', 'other'] },
  spent: { type: 'numeric' },
} as const

/** Some of them, with a rule, an end of a scale and words of their own. */
export const fewQuestions = `
    - { question: nps, required: true, low: { en: Never, sv: Aldrig }, high: { en: Always, sv: Alltid } }
    - { question: why, showIf: nps <= 6 }
    - { question: liked }
    - { question: kind, page: true }
    - { question: again, required: true, other: { choice: other, question: words } }
`

/** The rest of its configuration, with what is asked. */
export const callSurvey = (questionnaire: string): string => `
respondent: { name: customer, phone: phone }
campaigns: { channels: [PHONE, SMS] }
alerts: [{ extname: low, title: Low, when: nps < 3, due: 1d }]
questionnaire:
  languages: [en, sv]
${questionnaire}
pages:
  - extname: people
    components:
      - { type: sample-table, config: { id: customers, columns: [store], mailActions: [{ extname: invite, template: invitation }] } }
`
