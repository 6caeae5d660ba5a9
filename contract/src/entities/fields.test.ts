import { describe, expect, test } from 'vitest'
import { sampleTable } from '../widgets/sample-table.ts'
import { developmentChart } from '../widgets/development-chart.ts'
import { entities } from './index.ts'
import type { EntityName } from './index.ts'
import { missingFields, refusedPaths } from '../testing/missing-fields.ts'

function expectFields(name: EntityName, fields: string): void {
  expect(missingFields(name, fields), name).toEqual([])
}

describe.each(Object.entries(entities))('entity %s', (_name, { schema, example }) => {
  test('has a valid example that stays as it is', () => {
    expect(schema.parse(example)).toEqual(example)
  })

  test('refuses something else', () => {
    expect(schema.safeParse('something else').success).toBe(false)
    expect(schema.safeParse({}).success).toBe(false)
  })
})

describe('entities have the fields of the specification', () => {
  test('system message, red on black where nothing is said', () => {
    expectFields('SystemMessage', 'text texts link icon')
    const { schema } = entities.SystemMessage
    const plain = { text: 'Maintenance', texts: { sv: 'Underhåll' }, link: null, icon: null }
    expect(schema.parse(plain)).toEqual({ ...plain, backgroundColor: 'red', textColor: 'black', severity: null })
    expect(refusedPaths(schema, { ...plain, backgroundColor: 1, textColor: 2 })).toEqual([
      'backgroundColor',
      'textColor',
    ])
  })

  test('bug', () => expectFields('Bug', 'count message user datetime'))

  test('announcement, which the specification calls a dialog campaign, its texts by language', () => {
    expectFields('Announcement', 'extName actionText bodyText')
    expect(entities.Announcement.example.actionText).toEqual({ en: 'Open' })
  })

  test('user identity', () => {
    expectFields(
      'UserIdentity',
      `userId username universe universes.0.name universes.0.title universes.0.host universeAdminUserList loginStatus
       loadStatus globalOverviewData surveys role isRoot isUserAdmin locale authToken`,
    )
  })

  test('client configuration', () => {
    expectFields(
      'ClientConfig',
      `identityProvider.mode identityProvider.url identityProvider.realm identityProvider.clientId systemLogoURL
       supportDeskURL`,
    )
  })

  test('drill path bar', () => {
    expectFields(
      'SegmentedDrillPath',
      'segments.0.path segments.0.helpText segments.0.children segments.0.entityId segments.0.isCompleted nOpenAlerts',
    )
  })

  test('suggestions', () => {
    expectFields('ViewResults', 'viewResults.0.header viewResults.0.paths.0.text viewResults.0.paths.0.value')
  })

  test('filter sets of a survey', () => expectFields('Survey', 'standardFilterSet timeFilterSet'))

  test('filter set, standard or time', () => {
    expectFields('FilterSet', 'type filterGroups')
    const { schema, example } = entities.FilterSet
    expect(schema.safeParse({ ...example, type: 'time' }).success).toBe(true)
    expect(refusedPaths(schema, { ...example, type: 'space' })).toEqual(['type'])
  })

  test('filter group', () => {
    expectFields('FilterGroup', 'key title ungrouped flatten expanded quickSelect userSelectableRange filters')
  })

  test('filter', () => {
    expectFields(
      'Filter',
      `extName title options.0.extName options.0.title multipleSelections range today dateRef dateInterval tableDate
       serverSide dropdown exclude submatch`,
    )
  })

  test('page', () => {
    expectFields('Page', 'extname title icon selectionInterval components components.0.type')
    const { schema, example } = entities.Page
    const [component] = example.components
    const sized = (size: number) => ({ ...example, components: [{ ...component, config: { id: 'a', size } }] })
    expect(schema.safeParse(sized(6)).success).toBe(true)
    expect(schema.safeParse(sized(5)).success).toBe(false)
  })

  test('survey', () => {
    expectFields('Survey', 'extName title pages standardFilterSet timeFilterSet reports enableRankingListReport')
  })

  test('ranking data', () => {
    expectFields('RankingData', 'headers nameCount rows footer rankingVar leafRows totalNumberRows')
  })

  test('ranking header', () => {
    expectFields('RankingHeader', 'value text extra align renderType cellIndex target detailsVariable')
  })

  test('ranking row', () => {
    expectFields('RankingRow', 'cells rankTarget accessAllowed interviewId isComplete alertId drillPath')
  })

  test('ranking response', () => {
    expectFields('RankingResponse', 'rankingData viewCompletedSamples segmentedDrillPath')
  })

  test('cell details', () => {
    expectFields('CellDetails', 'sections.0.title sections.0.paragraphs gotoSampleLink gotoZendeskLink')
  })

  test('interview data', () => {
    expectFields(
      'InterviewData',
      `interviewId state isCompleted sidebarData headerVariableTitle highlights backgroundGroups openQuestionsData
       starredQuestionsData resultGroupsData tableGroups recordGroups comments mailTrackingsData showInternalValues
       enableSharing`,
    )
  })

  test('interview side card', () => {
    expectFields(
      'InterviewData',
      `sidebarData.header sidebarData.faceIcon sidebarData.rating sidebarData.bgAnswers
       sidebarData.interviewLinks.0.interviewId sidebarData.interviewLinks.0.label sidebarData.interviewLinks.0.value
       sidebarData.interviewLinks.0.rating sidebarData.interviewLinks.0.isCompleted
       sidebarData.interviewLinks.0.isSelected sidebarData.showDevelopmentChart sidebarData.chartData.categories
       sidebarData.chartData.title sidebarData.chartData.data`,
    )
  })

  test('interview result groups', () => {
    expectFields(
      'InterviewData',
      `resultGroupsData.0.label resultGroupsData.0.answers.0.label resultGroupsData.0.answers.0.value
       resultGroupsData.0.answers.0.icon`,
    )
  })

  test('interview comment', () => expectFields('InterviewComment', 'id created username message'))

  test('chart data', () => {
    expectFields(
      'ChartData',
      'series.0.name series.0.data descriptors.0.title descriptors.0.variable descriptors.0.color',
    )
  })

  test('chart configuration', () => {
    const config = {
      id: 'trend',
      variables: ['csi'],
      periods: ['days'],
      customPeriods: [{ extname: 'season', title: { en: 'Seasons', sv: 'Säsonger' }, starts: ['02-01'] }],
      chartType: 'area',
      stacked: true,
      lowerY: 0,
      upperY: 100,
      showInterviews: true,
      verticalLegend: true,
    }
    expect(developmentChart.config.parse(config)).toMatchObject(config)
    for (const key of Object.keys(config)) {
      expect(refusedPaths(developmentChart.config, { ...config, [key]: Symbol(key) }), key).toEqual([key])
    }
    const untitled = [{ extname: 'season', starts: ['02-01'] }]
    expect(refusedPaths(developmentChart.config, { ...config, customPeriods: untitled })).toContain(
      'customPeriods.0.title',
    )
  })

  test('indicator variable', () => {
    expectFields(
      'IndicatorVariable',
      `universeName metaInterviewName nodeName title formattedValue value goalValue formattedGoal nInterviews
       interviewsTooltip goalTooltip diffArrow inverse formattedDiff formattedBase minValue maxValue hideProgressBar
       helpText extraVariables type shortcutPage shortcutDrillPath alertMode`,
    )
  })

  test('global overview', () => {
    expectFields(
      'GlobalOverview',
      `welcomeText clickText timeFilters.0.title timeFilters.0.extName indicatorBlocks.0.title indicatorBlocks.0.host
       indicatorBlocks.0.groups.0.title indicatorBlocks.0.groups.0.variables`,
    )
  })

  test('summary results', () => {
    expectFields('SummaryResults', 'driverGroups loyaltySatisfactionGroups resultGroups selectionTime trendTime')
    expectFields('SummaryGroup', 'title questionAnswers numericQuestionAnswers')
  })

  test('summary results row', () => {
    expectFields('SummaryRow', 'extName title value valueTrend diff goal goalStatus')
  })

  test('text analytics overview', () => {
    const kinds = ['positiveFeedback', 'negativeFeedback', 'neutralFeedback']
    const inner = ['feedbackPercentage', 'feedbackPercentageTitle', 'topCategories']
    const fields = kinds.flatMap((kind) => inner.map((field) => `${kind}.${field}`))
    expectFields('TextAnalyticsOverview', ['nInterviews', 'nCommentInterviews', ...fields].join(' '))
  })

  test('text category', () => {
    expectFields(
      'TextCategory',
      `title percentagePositives percentageNegatives percentageNeutrals questionResults.0.title
       questionResults.0.percentageText`,
    )
  })

  test('text search row', () => {
    expectFields('TextSearchRow', 'comment positive negative indicator customerInfo')
  })

  test('gamification', () => {
    expectFields(
      'Gamification',
      `awards.0.type awards.0.obtained awards.0.score awards.0.streakType awards.0.obtainedImageURL
       awards.0.notObtainedImageURL chartData.categories chartData.points chartData.record`,
    )
  })

  test('sample table configuration', () => {
    const fields = `id sortBy sortDesc rowsPerPage rowsPerPageOptions sampleEditor sampleView copyActions createActions
      mailActions useCore eventSources enableDownload`.split(/\s+/)
    const parsed = sampleTable.config.parse(sampleTable.example.config)
    for (const field of fields) {
      expect(parsed).toHaveProperty(field)
      expect(refusedPaths(sampleTable.config, { ...parsed, [field]: Symbol(field) })).toEqual([field])
    }
    expect(parsed.mailActions[0]).toEqual({ extname: 'invite', template: 'invitation' })
  })
})
