/**
 * Rules of a configuration whose alerts have all that an alert can show: the texts of the interview that `info` quotes, and
 * a question of each kind. What raises them is the tests' affair, so `when` is met by nothing.
 */
export function alertRules(info: string): string {
  const rule = (name: string) =>
    `  - { extname: ${name}, title: ${name}, when: rating < 1, info: "${info}", questions: [${questions}] }`
  return `
alerts:
${['low', 'solved', 'marked'].map(rule).join('\n')}`
}

const questions = [
  '{ questionId: done, type: Text, title: What was done }',
  '{ questionId: minutes, type: Number, title: Minutes }',
  '{ questionId: cause, type: choice, title: Cause, reasons: [{ choiceId: 0, title: None }, { choiceId: 1, title: Staff }] }',
].join(', ')

/** A page of a configuration with a table of these alerts, `alerts`, whose columns show `columns`, and with awards, `awards`. */
export function alertsPage(columns: readonly string[]): string {
  return `
  - extname: alerts
    kind: alerts
    components:
      - { type: alert-table, config: { id: alerts, size: 12, columns: [${columns.join(', ')}, store, title, state, owner, due, raised] } }
      - type: gamification-overview
        config:
          id: awards
          size: 12
          awards:
            - { type: TopMarksAward, title: Top marks, questions: [rating] }
            - { type: StreakAward, streakType: good, question: rating, atLeast: 2, length: 2 }
`
}

const nobodys = { alertIds: [2_147_483_647] }

/** Bodies of the calls on alerts; those of several name one that is not there. */
export const alertBodies: Readonly<Record<string, object>> = {
  updateAlert: { newComment: 'Called back', isClosed: false, selections: [], version: 1, overwrite: true },
  reopenAlert: { comment: 'Not solved', version: 1 },
  listAlertOwners: nobodys,
  assignAlerts: { ...nobodys, userId: 0 },
  closeAlerts: {
    ...nobodys,
    newComment: 'Called back',
    selections: [
      { questionId: 'done', value: 'Called' },
      { questionId: 'minutes', value: '3' },
      { questionId: 'cause', choiceId: 1 },
    ],
  },
  getAlertQuestions: nobodys,
}
