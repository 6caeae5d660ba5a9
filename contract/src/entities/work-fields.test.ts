import { describe, expect, test } from 'vitest'
import { entities } from './index.ts'
import type { EntityName } from './index.ts'
import { missingFields, refusedPaths } from '../testing/missing-fields.ts'

function expectFields(name: EntityName, fields: string): void {
  expect(missingFields(name, fields), name).toEqual([])
}

describe('entities of the daily work have the fields of the specification', () => {
  test('alert', () => {
    expectFields(
      'Alert',
      `id interviewId alertState stateText closedDate alertInfo canModify enableCloseAndSave comments alertLogs.0.state
       alertLogs.0.stateText alertLogs.0.date alertLogs.0.user alertLogs.0.comment questions.0.questionId
       questions.0.title questions.0.type questions.0.reasons.0.choiceId questions.0.reasons.0.title
       questions.0.selected questions.0.value interviewData`,
    )
    const { schema, example } = entities.Alert
    expect(refusedPaths(schema, { ...example, alertState: 4 })).toContain('alertState')
  })

  test('what saving an alert sends', () => {
    expectFields('AlertSave', 'newComment isClosed selections.0.questionId')
    const { schema, example } = entities.AlertSave
    const wrong = { ...example, selections: [{ questionId: 'cause', choiceId: 'first', value: 5 }] }
    expect(refusedPaths(schema, wrong)).toEqual(['selections.0.choiceId', 'selections.0.value'])
  })

  test('alert list', () => expectFields('AlertList', 'rankingData totalNumberRows'))

  test('action', () => {
    expectFields(
      'Action',
      `id extname state expression goal periodStartDate deadline responsible comments commentsList period suggestion
       canEdit`,
    )
  })

  test('what is shown of an action', () => {
    expectFields(
      'Action',
      `variableText goalText periodText deadlineText filterText endValueText varData.value varData.goalValue
       varData.inverse varData.minValue varData.maxValue`,
    )
  })

  test('note in the history of an action', () => {
    expectFields('ActionComment', 'updated formattedScore formattedGoal username message')
  })

  test('action data', () => {
    expectFields(
      'ActionData',
      `updateData actionableItems.0.expression actionableItems.0.extname actionableItems.0.goalMin
       actionableItems.0.goalMax`,
    )
  })

  test('action manager data', () => {
    expectFields(
      'ActionManagerData',
      'anchorable openActions closedActions suggestedActions isActionsConfigured actionPlanData',
    )
  })

  test('compound action', () => {
    expectFields('CompoundAction', 'title type items.0.value items.0.text items.0.target')
    const { schema, example } = entities.CompoundAction
    const withTarget = (target: string) => ({ ...example, items: [{ ...example.items[0], target }] })
    const targets = ['TARGET0', 'TARGET1', 'TARGET2', 'TARGET3']
    expect(targets.filter((target) => !schema.safeParse(withTarget(target)).success)).toEqual([])
    expect(refusedPaths(schema, withTarget('TARGET4'))).toEqual(['items.0.target'])
  })

  test('copy action data', () => {
    expectFields('CopyActionData', 'eventdate fields.0.questionId comments')
  })

  test('sample table response', () => {
    expectFields(
      'RankingResponse',
      `segmentedDrillPath.nOpenAlerts viewCompletedSamples rankingData.headers rankingData.rows rankingData.footer
       rankingData.rankingVar rankingData.leafRows rankingData.totalNumberRows`,
    )
  })

  test('sample', () => {
    expectFields(
      'Sample',
      `state stateQuestion evalPeriodQuestion subStateQuestion groups.0.title groups.0.fields tableGroups
       canCancelSamples canPostpone canEditState hasSampleExtendedState showApproveButtonInState2
       showApproveButtonInState3 canResendEmail canResendSMS isResendDisabled`,
    )
  })

  test('sample validation', () => expectFields('SampleValidation', 'questionIdToMessages'))

  test('sample editor data', () => {
    expectFields(
      'SampleEditorData',
      'state componentsData componentsData.0.componentDef componentsData.0.componentDef.type',
    )
  })

  test('state change', () => expectFields('StateChange', 'fromState toState extname'))

  test('mail tracking panel', () => {
    expectFields(
      'MailTracking',
      `stats.email stats.totalSent stats.totalOpened stats.shareOpened stats.totalClicked rows.0.id rows.0.date
       rows.0.name rows.0.state rows.0.views rows.0.clicks rows.0.recording`,
    )
  })

  test('comment of a sample or an alert', () => expectFields('Comment', 'updated user comments'))

  test('localised text', () => expectFields('LocalisedText', 'key texts'))

  test('data table', () => expectFields('DataTable', 'headers rows editable paging tableId'))

  test('static table', () => {
    expectFields('StaticTable', 'rows rows.0.0.text headers.0.align headers.0.sortable')
    const { schema, example } = entities.StaticTable
    const cell = { text: { en: 'Call', sv: 'Ring' }, align: 'right', sortable: false }
    expect(schema.parse({ ...example, rows: [[cell]] })).toMatchObject({ rows: [[cell]] })
    expect(refusedPaths(schema, { ...example, rows: [[{ ...cell, align: 'top', sortable: 'no' }]] })).toEqual([
      'rows.0.0.align',
      'rows.0.0.sortable',
    ])
  })

  test('global values table, a row keyed by surveyname', () => {
    expectFields('GlobalValuesTable', 'headers rows rows.0.surveyname')
  })

  test('record table', () => expectFields('RecordTable', 'headers rows sortBy sortDesc'))

  test('upload response', () => {
    expectFields(
      'UploadResponse',
      `filename mapping.columns.0.title mapping.columns.0.variable mapping.columns.0.mandatory mapping.states.0.name
       mapping.states.0.value spreadsheet.columns.0.name spreadsheet.columns.0.firstRow spreadsheet.columns.0.idx error
       message`,
    )
  })

  test('import set', () => expectFields('ImportSet', 'id created user filename ninterviews'))

  test('report status, FINISHED when done', () => {
    expectFields('ReportStatus', 'status position')
    const { schema, example } = entities.ReportStatus
    expect(schema.parse({ ...example, status: 'FINISHED' })).toEqual({ ...example, status: 'FINISHED' })
    expect(refusedPaths(schema, { ...example, status: 'DONE' })).toEqual(['status'])
  })

  test('template', () => {
    expectFields(
      'Template',
      'id name extname system locale tags subject code design contents label fromName fromEmail sendingType',
    )
  })

  test('template row', () => expectFields('TemplateRow', 'id name subject sendingType labels'))

  test('campaign', () => {
    expectFields(
      'Campaign',
      `id title campaignType sendingType state scheduledStartDateTime scheduledPeriod scheduleParams.fromDays
       scheduleParams.toDays scheduleParams.weekdays extname templateId callTemplate mailTemplate templateDetails.name
       fromEmail fromName bcc replyTo fixedRecipient mailAction campaignFilters.0.title campaignFilters.0.selected link
       numberOfTrackingRows canStart canStop`,
    )
  })

  test('tracking row', () => {
    expectFields('TrackingRow', 'id sampleId updatedTime status openCount clickCount recording columnValues')
  })

  test('tracking response', () => {
    expectFields('TrackingResponse', 'headers.0.name headers.0.value rows')
  })

  test('campaign configuration', () => {
    expectFields('CampaignConfiguration', 'templates.0.id templates.0.title fromEmails')
  })

  test('campaign draft', () => {
    expectFields(
      'CampaignDraft',
      `campaignName campaignExtName sendingType campaignType templateId fromName fromEmail bcc replyTo fixedRecipient
       selectedVoice selectedLocale scheduledStartDateTime scheduledPeriod scheduleParams.fromDays
       scheduleParams.toDays scheduleParams.weekdays`,
    )
  })

  test('what the wizard is told', () => {
    expectFields(
      'CampaignInfo',
      `numberCustomers pathName filters fromEmails fromName mailFilters.0.extname mailFilters.0.title
       mailFilters.0.nInterviews mailFilters.0.help mailFilters.0.defaultEnabled editFixedRecipient mailCampaigns
       smsCampaigns letterCampaigns phoneCampaigns`,
    )
  })

  test('recipients in the wizard', () => {
    expectFields('RecipientList', 'rows.0.id rows.0.respondent rows.0.email rows.0.status rows totalRows')
  })
})

describe('entities of the administration have the fields of the specification', () => {
  test('user', () => {
    const dto = `id name email password locale selectedRoleId actAsAccess showIndicators disabled sendEmail notifyFlags
      errorMessage`
    const inner = dto.split(/\s+/).map((field) => `userDTO.${field}`)
    expectFields(
      'UserDetails',
      `${inner.join(' ')} lastLogin canEditPassword restricted locales roleNames roleIDs channelDTOs.0.title
       channelDTOs.0.enabled userQuestionFilterMap`,
    )
  })

  test('question filters of a user, by survey and global', () => {
    expectFields('UserQuestionFilter', 'title variable questionId surveyName globalName value changed')
    expectFields('UserDetails', 'userQuestionFilterMap.visits.0.value')
    expect(entities.UserDetails.example.userQuestionFilterMap).toHaveProperty('global')
    expect(entities.UserQuestionFilter.example.value.split(';')).toEqual(['12', '14'])
  })

  test('user editor data', () => {
    expectFields(
      'UserEditorData',
      `keyCloakData.email keyCloakData.firstName keyCloakData.lastName keyCloakData.enabled keyCloakData.userId
       indicators invite universeUsers`,
    )
  })

  test('a user in a universe', () => {
    expectFields(
      'UniverseUser',
      `universeName userId createuser disabled admin notification locales selectedlocale selectedrole roles surveys
       notificationChannels`,
    )
  })

  test('a survey of a user in a universe', () => {
    expectFields(
      'UniverseUserSurvey',
      `surveyName extname userVariables.0.title userVariables.0.variable userVariables.0.value
       userVariables.0.required userVariables.0.changed userVariables.0.questionId userVariables.0.globalName
       userVariables.0.surveyName`,
    )
  })

  test('role', () => {
    expectFields(
      'Role',
      'id name parentId canaddusers canseealldata cancreateroles canviewcompletedsamples surveyAccessList',
    )
  })

  test("a role's rights in a survey", () => {
    expectFields(
      'SurveyAccess',
      `access canViewSamples canViewAnon canEditOpenPeriods canEditClosedPeriods canChangeStateOpenPeriods
       canChangeStateClosedPeriods canCancelSamples canPostponeSamples canAccessStatusPage canHandleAlerts
       canEditActions startPage viewOrder modifyUserFilters viewAccessList.0.access viewAccessList.0.defaultDrill
       anchorAccessList notifications questionNotificationList notificationChannelList`,
    )
  })

  test('universe', () => expectFields('Universe', 'name title locales defaultLocale sheetKey'))

  test('script block', () => {
    expectFields(
      'ScriptBlock',
      `id metaInterviewExtName scriptType extname description disabled updated script events.0.eventType
       events.0.updated events.0.message universeId global matchingMetaInterviews`,
    )
  })

  test('meta interview', () => {
    expectFields('MetaInterview', 'organisationName tag disabled extName nameText')
  })

  test('survey row', () => {
    expectFields('SurveyRow', 'id name universeName tag textTag nInterviews nUsers disabled samplesOpen')
  })

  test('question group', () => {
    expectFields('MetadataQuestionGroup', 'type extName features sorder name format')
  })

  test('question', () => {
    expectFields(
      'MetadataQuestion',
      `type variable foreignName features filterable weighted anonymizable diffmode title question format choices`,
    )
  })

  test('choice', () => expectFields('MetadataChoice', 'extname features title'))

  test('task', () => {
    expectFields('Task', 'id type state priority created updated scheduled reason description')
  })

  test('effect block', () => {
    expectFields(
      'EffectBlock',
      `id drillPath fromDate toDate fromCSI toCSI rows.0.questionName rows.0.questionVariable rows.0.effectSize`,
    )
  })

  test('API key', () => expectFields('ApiKey', 'id extname type path'))

  test('big screen', () => {
    expectFields(
      'BigScreen',
      `logoURL pathName ratingTitle avgRating avgRatingText evaluationsText deliveredByText goalColor goalValueText
       colors slides.0.starRating slides.0.comment slides.0.evaluation slides.0.expressionResults.0.label
       slides.0.expressionResults.0.value legacy`,
    )
  })
})
