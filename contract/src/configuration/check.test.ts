import { describe, expect, test } from 'vitest'
import { checkConfiguration } from './check.ts'
import type { KnownQuestion } from './check.ts'
import { surveyConfig } from './survey-config.ts'
import type { SurveyConfigInput } from './survey-config.ts'

const questions: KnownQuestion[] = [
  { variable: 'country', type: 'single', choices: ['SE', 'NO'] },
  { variable: 'store', type: 'single' },
  { variable: 'channel', type: 'single', choices: ['store', 'web'] },
  { variable: 'overall', type: 'scale' },
  { variable: 'age', type: 'numeric' },
  { variable: 'visited_on', type: 'date' },
  { variable: 'comment', type: 'text' },
]

/** What is wrong, as `severity path: message`, the severity left out for errors. */
function wrong(input: SurveyConfigInput): string[] {
  return checkConfiguration(surveyConfig.parse(input), { questions }).map(({ path, message, severity }) => {
    return `${severity === 'error' ? '' : `${severity} `}${path.join('.')}: ${message}`
  })
}

function onPage(...components: { type: string; config: Record<string, unknown> }[]): SurveyConfigInput {
  return { pages: [{ extname: 'home', components }] }
}

describe('checkConfiguration', () => {
  test('has nothing to say about an empty configuration', () => {
    expect(wrong({})).toEqual([])
  })

  test('asks for a known share of each choice of single-choice questions, 100 together', () => {
    const channel = { store: 60, web: 40 }
    expect(wrong({ weights: { shares: { channel, country: { SE: 33.35, NO: 66.67 } } } })).toEqual([])
    expect(wrong({ weights: { shares: {} } })).toEqual(['weights.shares: must name at least one question'])
    expect(
      wrong({
        weights: {
          shares: {
            channel: { store: 60, wep: 40 },
            country: { SE: 60 },
            overall: { 1: 100 },
            chanel: channel,
          },
        },
      }),
    ).toEqual([
      "weights.shares.channel.wep: 'channel' has no choice 'wep'; did you mean 'web'?",
      "warning weights.shares.channel: the share of 'web' is missing: such answers keep the part they have; write 0 if nobody should have it",
      "warning weights.shares.country: the share of 'NO' is missing: such answers keep the part they have; write 0 if nobody should have it",
      'weights.shares.country: the shares add up to 60, not to 100',
      "weights.shares.overall: 'overall' is a question of type scale; single is needed here",
      "weights.shares.chanel: there is no question 'chanel'; did you mean 'channel'?",
    ])
    expect(wrong({ anonymity: {}, weights: { shares: { channel } } })).toEqual([
      'weights: an anonymous survey has no weights: weighted figures would tell who is behind them',
    ])
    expect(() => surveyConfig.parse({ weights: { shares: { channel: { store: 101, web: -1 } } } })).toThrow()
  })

  test('asks for components and single names of the survey’s own reports', () => {
    const named = { title: 'Monthly', components: ['units', 'unit'] }
    const reports = {
      named: [
        { ...named, extname: 'a' },
        { ...named, extname: 'a', components: ['units'] },
      ],
    }
    const units = { type: 'ranking-table', config: { id: 'units', columns: ['overall'] } }
    expect(wrong({ ...onPage(units), reports })).toEqual([
      "reports.named.1.extname: there are two reports 'a'",
      "reports.named.0.components.1: there is no component with the id 'unit'; did you mean 'units'?",
    ])
  })

  test('takes contact and event date as fields of a sample, and asks for questions otherwise', () => {
    const editor = [
      { type: 'header', highlighted: ['name', 'nam'], main: 'eventdate' },
      { type: 'group', components: [{ type: 'variable', question: 'phone' }] },
      { type: 'variable', question: 'fax' },
    ]
    const copyActions = [{ extname: 'again', title: 'Again', fields: ['language', 'store', 'stor'] }]
    const table = { id: 'customers', columns: ['store'], sampleEditor: editor, copyActions }
    const sample = { groups: [{ fields: ['name', 'email', 'phone', 'language', 'eventdate', 'mail'] }] }
    expect(wrong({ ...onPage({ type: 'sample-table', config: table }), sample })).toEqual([
      "sample.groups.0.fields.5: there is no question 'mail'; did you mean 'email'?",
      "pages.0.components.0.config.sampleEditor.0.highlighted.1: there is no question 'nam'; did you mean 'name'?",
      "pages.0.components.0.config.sampleEditor.2.question: there is no question 'fax'",
      "pages.0.components.0.config.copyActions.0.fields.2: there is no question 'stor'; did you mean 'store'?",
    ])
  })

  test('asks for single-choice levels, each once', () => {
    expect(wrong({ views: { place: { levels: ['contry', 'overall', 'store', 'store'] } } })).toEqual([
      "views.place.levels.0: there is no question 'contry'; did you mean 'country'?",
      "views.place.levels.1: 'overall' is a question of type scale; single is needed here",
      "views.place.levels.3: there are two levels 'store'",
    ])
  })

  test('reads expressions and their conditions', () => {
    expect(wrong({ indicators: { a: { expression: 'mean(overal)' }, b: { expression: 'nps(comment)' } } })).toEqual([
      "indicators.a.expression: there is no question 'overal'; did you mean 'overall'?",
      "indicators.b.expression: 'comment' is a question of type text; scale or numeric is needed here",
    ])
    const [problem] = wrong({ indicators: { a: { expression: 'mean(overall' } } })
    expect(problem).toMatch(/^indicators\.a\.expression: .*at character 13 of 'mean\(overall'/)
    expect(wrong({ indicators: { a: { expression: 'count()', where: 'channel = stor and age > old' } } })).toEqual([
      "indicators.a.where: 'channel' has no choice 'stor'; did you mean 'store'?",
      "indicators.a.where: 'old' is not a number, and 'age' is one",
    ])
    expect(wrong({ indicators: { a: { expression: 'share(channel, phone) where overall >= 9' } } })).toEqual([
      "indicators.a.expression: 'channel' has no choice 'phone'",
    ])
  })

  test('looks for the reasons that are measured among the choice questions of the alerts', () => {
    const cause = {
      questionId: 'cause',
      type: 'choice' as const,
      title: 'Cause',
      reasons: [{ choiceId: 1, title: 'A' }],
    }
    const done = { questionId: 'done', type: 'Text' as const, title: 'Done' }
    const alerts = [{ extname: 'low', when: 'overall <= 3', questions: [cause, done] }]
    const expressions = ['cause, 1', 'cause, 2', 'cuase, 1', 'done, 1'].map((of) => `alertreason(${of})`)
    const indicators = Object.fromEntries(expressions.map((expression, at) => [`i${at}`, { expression }]))
    expect(wrong({ alerts, indicators })).toEqual([
      "indicators.i1.expression: 'cause' has no reason 2",
      "indicators.i2.expression: no alert has a choice question 'cuase'; did you mean 'cause'?",
      "indicators.i3.expression: no alert has a choice question 'done'",
    ])
  })

  test('lets a rank name an indicator with an expression only', () => {
    expect(wrong({ indicators: { a: { rank: 'b' }, b: { rank: 'overall' } } })).toEqual([
      "indicators.a.rank: 'b' is itself a rank; name an indicator with an expression",
    ])
  })

  test('knows the names of paths', () => {
    expect(wrong({ goals: [{ indicator: 'overall', goal: 8, path: 'contry=SE' }] })).toEqual([
      "goals.0.path: there is no question 'contry'; did you mean 'country'?",
    ])
    expect(wrong({ filters: { hidden: [{ extName: 'illegal', value: 'spam' }] } })[0]).toMatch(
      /^filters\.hidden\.0\.value: .*name=value/,
    )
  })

  test('wants filters on questions that suit their control', () => {
    const filters = ['age', { extName: 'channel', range: true }, { extName: 'age', dateRef: true }, 'agee', 'date']
    expect(wrong({ filters: { standard: [{ key: 'a', filters }] } })).toEqual([
      "filters.standard.0.filters.1.range: 'channel' is a question of type single; range needs a number",
      "filters.standard.0.filters.2.dateRef: 'age' is a question of type numeric; dateRef needs a date",
      "filters.standard.0.filters.3.extName: there is no question 'agee'; did you mean 'age'?",
    ])
    expect(wrong({ filters: { time: [{ key: 'w', filters: [{ extName: 'window', dateInterval: true }] }] } })).toEqual(
      [],
    )
  })

  test('looks into alerts, interviews, samples and details', () => {
    expect(
      wrong({
        alerts: [{ extname: 'unhappy', when: 'overall <= 3', info: '{coment}', owner: 'store' }],
        interview: { title: '{comment}', face: 'channel', open: ['overall'] },
        sample: { groups: [{ fields: ['agee'] }] },
        details: { visit: { sections: [{ paragraphs: ['{coment}'] }] } },
      }),
    ).toEqual([
      "interview.face: 'channel' is a question of type single; scale or numeric is needed here",
      "interview.open.0: 'overall' is a question of type scale; text is needed here",
      "sample.groups.0.fields.0: there is no question 'agee'; did you mean 'age'?",
      "details.visit.sections.0.paragraphs.0: there is no question 'coment' for the place {coment}; did you mean 'comment'?",
      "alerts.0.info: there is no question 'coment' for the place {coment}; did you mean 'comment'?",
      "alerts.0.owner: no view has a level 'store'",
    ])
  })

  test('looks at pages, their kinds and the page a survey opens on', () => {
    const pages = [
      { extname: 'home', kind: 'rankings' as const },
      { extname: 'home', kind: 'rankings' as const },
    ]
    expect(wrong({ pages, defaultPage: 'hom' })).toEqual([
      "defaultPage: there is no page 'hom'; did you mean 'home'?",
      "pages.1.extname: there are two pages 'home'",
      'pages.1.kind: there are two pages of kind rankings',
    ])
  })

  test('looks into components, those inside others too', () => {
    const block = { type: 'variable-block', config: { id: 'a', variables: ['nps', 'overall', 'comment'] } }
    const menu = { type: 'menu-block', config: { id: 'a', items: [{ title: 'Tab', component: block }] } }
    expect(wrong({ ...onPage(menu), indicators: { npx: { expression: 'count()' } } })).toEqual([
      "pages.0.components.0.config.items.0.component.config.id: there are two components with the id 'a'",
      "pages.0.components.0.config.items.0.component.config.variables.0: there is no indicator or question 'nps'; did you mean 'npx'?",
      "pages.0.components.0.config.items.0.component.config.variables.2: 'comment' is a question of type text, which has no figure; make an indicator of it",
    ])
  })

  test('knows columns, details and the components a selection names', () => {
    const table = {
      type: 'ranking-table',
      config: { id: 'a', sortBy: 'overal', columns: ['state', { value: 'age', detailsVariable: 'visit' }] },
    }
    const selection = { type: 'selection-block', config: { id: 'b', items: ['a', 'c'] } }
    expect(wrong(onPage(table, selection))).toEqual([
      "pages.0.components.0.config.sortBy: there is no indicator, question or field 'overal'; did you mean 'overall'?",
      "pages.0.components.0.config.columns.1.detailsVariable: there are no details 'visit'",
      "pages.0.components.1.config.items.1: there is no component with the id 'c'",
    ])
  })

  test('takes the contact as a column where rows are single responses, and nowhere else', () => {
    const columns = ['name', 'email', { value: 'phone', extra: true }, 'mail']
    const table = { type: 'sample-table', config: { id: 'a', sortBy: 'language', columns } }
    const ranking = { type: 'ranking-table', config: { id: 'b', columns: ['email'], leafColumns: ['email', 'emial'] } }
    expect(wrong(onPage(table, ranking))).toEqual([
      "pages.0.components.0.config.columns.3: there is no indicator, question or field 'mail'; did you mean 'email'?",
      "pages.0.components.1.config.columns.0: there is no indicator, question or field 'email'",
      "pages.0.components.1.config.leafColumns.1: there is no indicator, question or field 'emial'; did you mean 'email'?",
    ])
  })

  test('knows the fields that only alerts have', () => {
    const columns = ['state', 'due', 'owner', 'raised', 'created', 'title', 'rule', 'closed', 'name', 'phone']
    const alerts = { type: 'alert-table', config: { id: 'a', sortBy: 'raised', columns: [...columns, 'closd'] } }
    const ranking = { type: 'ranking-table', config: { id: 'b', columns: ['raised'] } }
    expect(wrong(onPage(alerts, ranking))).toEqual([
      "pages.0.components.0.config.columns.10: there is no indicator, question or field 'closd'; did you mean 'closed'?",
      "pages.0.components.1.config.columns.0: there is no indicator, question or field 'raised'",
    ])
  })

  test('warns of an unknown component', () => {
    expect(wrong(onPage({ type: 'ranking-tabel', config: { id: 'a' } }))).toEqual([
      "warning pages.0.components.0.type: unknown component 'ranking-tabel'; did you mean 'ranking-table'?",
    ])
  })
})

describe('the questionnaire', () => {
  const asking = (
    asked: NonNullable<NonNullable<SurveyConfigInput['questionnaire']>['questions']>,
    further: SurveyConfigInput = {},
  ) => wrong({ ...further, questionnaire: { questions: asked } })

  test('asks questions there are, each once', () => {
    expect(asking(['overall', { question: 'channel' }, 'comment'])).toEqual([])
    expect(asking(['overal', 'channel', 'channel'])).toEqual([
      "questionnaire.questions.2.question: there are two questions 'channel'",
      "questionnaire.questions.0.question: there is no question 'overal'; did you mean 'overall'?",
    ])
  })

  test('shows questions by rules on what is known before', () => {
    expect(
      asking(['overall', { question: 'comment', showIf: 'overall <= 3 and channel = web and answered(age)' }]),
    ).toEqual([])
    expect(
      asking([
        { question: 'overall', showIf: 'age > 3' },
        { question: 'age', showIf: 'age > 3' },
        { question: 'channel', showIf: 'overall <=' },
        { question: 'comment', showIf: 'channel = phone' },
      ]),
    ).toEqual([
      "questionnaire.questions.0.showIf: 'age' is not asked before; a rule names questions asked before its own",
      "questionnaire.questions.1.showIf: 'age' is not asked before; a rule names questions asked before its own",
      expect.stringMatching(/^questionnaire\.questions\.2\.showIf: .*at character 11/),
      "questionnaire.questions.3.showIf: 'channel' has no choice 'phone'",
    ])
  })

  test('asks for other words in a text question beneath a choice', () => {
    const other = { choice: 'web', question: 'comment' }
    expect(
      asking([
        { question: 'channel', other },
        { question: 'age', showIf: 'answered(comment)' },
      ]),
    ).toEqual([])
    expect(
      asking([
        { question: 'channel', other: { choice: 'wob', question: 'age' } },
        { question: 'overall', other },
        'comment',
        { question: 'country', other: { choice: 'SE', question: 'comment' } },
      ]),
    ).toEqual([
      "questionnaire.questions.0.other.question: 'age' is a question of type numeric; text is needed here",
      "questionnaire.questions.0.other.choice: 'channel' has no choice 'wob'; did you mean 'web'?",
      "questionnaire.questions.1.other.question: 'comment' is also asked by itself",
      "questionnaire.questions.1.other: 'overall' is a question of type scale; single or multiple is needed here",
      "questionnaire.questions.3.other.question: 'comment' is also asked by itself",
      "questionnaire.questions.3.other.question: there are two texts of other words 'comment'",
    ])
  })

  test('leaves to others what no respondent answers', () => {
    const views = { place: { levels: ['country', 'store'] } }
    const filters = { hidden: [{ extName: 'old', value: 'age=_1' }] }
    const respondent = { name: 'comment' }
    const all = ['country', 'channel', 'age', 'comment', 'visited_on']
    const level = 'is a level of the hierarchy; the link says which place an answer is for'
    const rest = { views, filters, respondent, sample: { stateQuestion: 'channel' }, eventDate: 'visited_on' }
    const always = [
      `questionnaire.questions.0.question: 'country' ${level}`,
      "questionnaire.questions.1.question: 'channel' is filled in by colleagues",
      "questionnaire.questions.2.question: 'age' hides answers, so that no respondent can be asked it",
    ]
    expect(asking(all, rest)).toEqual(always)
    expect(asking(all, { ...rest, anonymity: {} })).toEqual([
      ...always,
      "questionnaire.questions.3.question: 'comment' says who somebody is, which an anonymous survey asks nobody",
      "questionnaire.questions.4.question: 'visited_on' is the event date, which an anonymous survey asks nobody",
    ])
  })

  test('words the ends of scales alone, and says more of privacy beside a notice', () => {
    const ends = { low: 'Bad', high: 'Good', descending: true }
    expect(asking([{ question: 'overall', ...ends }])).toEqual([])
    expect(asking([{ question: 'age', ...ends }])).toEqual(
      ['low', 'high', 'descending'].map(
        (key) => `questionnaire.questions.0.${key}: 'age' is a question of type numeric; ${key} needs a scale`,
      ),
    )
    const privacyUrl = 'https://example.org/privacy'
    expect(wrong({ questionnaire: { privacyUrl, languages: ['sv', 'sv'] } })).toEqual([
      "questionnaire.languages.1: there are two languages 'sv'",
      "questionnaire.privacyUrl: needs a 'privacy' notice beside it",
    ])
    expect(wrong({ questionnaire: { privacyUrl, privacy: 'We keep it.' } })).toEqual([])
  })

  test.each([
    { brand: { colour: 'blue' } },
    { brand: { colour: '#12' } },
    { kiosk: { resetAfter: 1 } },
    { review: { url: 'javascript:alert(1)' } },
    { languages: ['de'] },
    { question: [] },
    { questions: [{ question: 'overall', hidden: true }] },
  ])('does not take %j', (questionnaire) => {
    expect(surveyConfig.safeParse({ questionnaire }).success).toBe(false)
  })
})

describe('an anonymous survey', () => {
  test('raises no alerts, which is a warning', () => {
    const alerts = [{ extname: 'unhappy', when: 'overall <= 3' }]
    expect(wrong({ anonymity: { period: 'quarter' }, alerts })).toEqual([
      'warning alerts: an anonymous survey raises no alerts: nobody may open its single interviews',
    ])
    expect(wrong({ alerts })).toEqual([])
  })

  const anonymous = (page: Record<string, unknown>, period: 'month' | 'quarter' = 'quarter') =>
    wrong({ anonymity: { period }, pages: [{ extname: 'home', ...page }] } as SurveyConfigInput)
  const chart = (config: Record<string, unknown>) => ({
    components: [{ type: 'development-chart', config: { id: 'trend', size: 12, variables: ['overall'], ...config } }],
  })

  test.each(['last_1q', 'this_q', 'last_1y', 'this_y', '2026-Q1', '2025', 'all_time', undefined])(
    'has pages of one quarter or longer: %s',
    (selectionInterval) => {
      expect(anonymous(selectionInterval === undefined ? {} : { selectionInterval })).toEqual([])
    },
  )

  test.each(['last_1m', 'this_m', 'last_2q', 'last_4q', 'last_3m', '2026-03', '2026-W10', 'rel_-30d_0d'])(
    'has no pages of %s',
    (selectionInterval) => {
      expect(anonymous({ selectionInterval })).toEqual([
        'pages.0.selectionInterval: an anonymous survey has figures of one quarter or a longer calendar period; write last_1q, this_q, last_1y, this_y or all_time',
      ])
      expect(wrong({ pages: [{ extname: 'home', selectionInterval }] })).toEqual([])
    },
  )

  test('has pages of one month where that is its period', () => {
    expect(anonymous({ selectionInterval: 'last_1m' }, 'month')).toEqual([])
    expect(anonymous({ selectionInterval: 'last_1w' }, 'month')).toHaveLength(1)
  })

  test('has charts of quarters and years, inside other components too', () => {
    expect(anonymous(chart({ periods: ['quarters', 'years'] }))).toEqual([])
    expect(anonymous(chart({ periods: ['months', 'quarters', 'days'] }))).toEqual([
      'pages.0.components.0.config.periods.0: an anonymous survey with the period quarter has no figures of months',
      'pages.0.components.0.config.periods.2: an anonymous survey with the period quarter has no figures of days',
    ])
    expect(anonymous(chart({ periods: ['months'] }), 'month')).toEqual([])
    const [own] = chart({ periods: ['weeks'] }).components
    const block = { type: 'selection-block', config: { id: 'selected', size: 4, items: [own] } }
    expect(anonymous({ components: [block] })).toEqual([
      'pages.0.components.0.config.items.0.config.periods.0: an anonymous survey with the period quarter has no figures of weeks',
    ])
  })

  test.each(['last_8q', 'this_y', 'last_2y', '2026-Q1', 'all_time'])('has charts over %s', (selectionInterval) => {
    expect(anonymous(chart({ selectionInterval }))).toEqual([])
  })

  test.each(['last_8m', 'last_12m', 'last_52w', 'rel_-24m_0d', '2026-03'])(
    'has no charts over %s',
    (selectionInterval) => {
      const [own] = chart({ selectionInterval }).components
      const problem =
        'config.selectionInterval: a chart of an anonymous survey covers whole periods no shorter than one quarter; write last_8q, last_2y or all_time'
      expect(anonymous({ components: [own] })).toEqual([`pages.0.components.0.${problem}`])
      const block = { type: 'selection-block', config: { id: 'selected', size: 4, items: [own] } }
      expect(anonymous({ components: [block] })).toEqual([`pages.0.components.0.config.items.0.${problem}`])
      expect(wrong({ pages: [{ extname: 'home', components: [own] }] } as SurveyConfigInput)).toEqual([])
    },
  )

  test('has charts over months where that is its period', () => {
    expect(anonymous(chart({ selectionInterval: 'last_12m' }), 'month')).toEqual([])
    expect(anonymous(chart({ selectionInterval: 'last_12w' }), 'month')).toHaveLength(1)
  })

  test('offers of the usual periods of a chart what it has', () => {
    expect(anonymous(chart({}))).toEqual([])
  })

  test('has no charts of periods of their own', () => {
    const customPeriods = [{ extname: 'season', title: 'Season', starts: ['02-01', '08-01'] }]
    expect(anonymous(chart({ periods: ['years'], customPeriods }))).toEqual([
      'pages.0.components.0.config.customPeriods: an anonymous survey has figures of calendar periods alone',
    ])
  })
})
