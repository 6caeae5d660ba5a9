/**
 * A page of a configuration with a sample table, `customers`, with each kind of action, and whose editor has a part of
 * each kind; `questions` are shown, copied and edited in it. The survey has the questions `store` and `rating`.
 */
export function samplesPage(questions: readonly string[]): string {
  const fields = questions.map((question) => `{ type: variable, question: ${question}, optional: true }`)
  return `
  - extname: customers
    kind: samples
    components:
      - type: sample-table
        config:
          id: customers
          columns: [${questions.join(', ')}, name, email, store, eventdate, state]
          useCore: true
          mailActions: [{ extname: invite, template: invitation }]
          enableDownload: true
          createActions: [{ extname: new, title: New }]
          copyActions: [{ extname: again, title: Again, eventdate: false, fields: [${questions.join(', ')}, name], comments: true }]
          sampleEditor:
            - { type: header, highlighted: [store], main: rating }
            - { type: group, components: [${fields.join(', ')}] }
            - { type: table, tableName: basket, columns: [{ extname: product }] }
            - { type: comments }
            - { type: mails, relatedMailTracking: true }
            - { type: mail-action-button, extname: remind, template: reminder, mailVariable: comment, campaignName: Reminders }
            - { type: push-campaign-button, extname: push, campaigns: [after_visit] }
`
}

/** Path parameters of the calls of that editor, as the route walk names them. */
export const editorParams: Readonly<Record<string, string>> = {
  'getSampleEditor.component': 'customers',
  'updateSampleEditor.component': 'customers',
  'startMailAction.component': 'customers',
  'startPushCampaigns.component': 'customers',
  'getSampleTable.component': 'customers',
  tableName: 'basket',
}

/** Bodies of the calls of that editor. */
export const editorBodies: Readonly<Record<string, object>> = {
  createSampleComment: { text: 'Called back' },
  updateSampleEditor: { version: 1, overwrite: true, fields: { comment: 'Called back' } },
  startMailAction: {
    extname: 'remind',
    template: 'reminder',
    mailVariable: 'comment',
    campaignName: 'Reminders',
    strictFiltering: false,
  },
  startPushCampaigns: { extname: 'push', campaigns: ['after_visit'] },
}
