import { walkedDraft } from '../../draft-bodies.ts'

const alertQueries = [
  '',
  'rowTo=1000',
  'filter=mk',
  'rowTo=1000&states=open,closed&sortVar=mail',
  'mine=true',
  'overdue=true',
]

const rankingQueries = [
  '',
  'rowFrom=0&rowTo=1000',
  'filter=mk',
  'sortVar=comment',
  'sortVar=mail&sortDesc=true',
  'rowFrom=0&rowTo=1000&filter=Oslo',
]

const samplesQueries = [
  ...rankingQueries,
  'rowTo=1000&sortVar=email',
  'rowTo=1000&extraPaths=country%3DNorway*Sweden',
  'filter=mk&extraPaths=store%3DOslo',
  'filter=example',
]

/** Query strings that the calls of a route are made with, by its id. */
export const queryChoices: Readonly<Record<string, readonly string[]>> = {
  getSuggestions: ['term=s', 'term=o', 'term=mk'],
  listAlerts: alertQueries,
  suggestAlerts: ['term=mk', 'term=example', 'term=a'],
  listSamples: samplesQueries,
  suggestSamples: ['term=mk', 'term=example', 'term=a', 'term=mk&extraPaths=country%3DNorway*Sweden', 'term=%25'],
  getRanking: rankingQueries,
  listCountedCases: rankingQueries,
  getDistribution: ['', 'by=units', 'by=months&detail=answers', 'question=mail', 'question=constructor'],
  getWidgetData: [
    '',
    'rowFrom=0&rowTo=1000',
    'filter=mk',
    'term=mk&rowTo=100',
    'sentiment=neutral&rowTo=100',
    'sortVar=mail',
    'sortBy=product&sortDesc=true',
    'period=months',
    'variable=score&period=months',
    'timeSpan=rel_-9999d_0d',
    ...alertQueries.slice(3),
    'rowTo=1000&extraPaths=country%3DNorway*Sweden',
  ],
  downloadRecords: ['format=csv', 'format=csv&filter=mk', 'format=csv&sortBy=product', 'format=csv&sortBy=mail'],
  downloadComments: ['', 'term=mk', 'questions=comment'],
  getComparison: [
    'vs=root&page=overview',
    'vs=country%3DNorway&page=overview',
    'vs=country%3DSweden%3Bstore%3DStockholm&page=overview',
    'vs=country%3DNorway%3Bstore%3DOslo&kind=rankings',
    'vs=comment%3Dmk~&page=overview',
    'vs=mail%3Dexample~%3Bdate%3Drel_-9999d_0d',
    'vs=illegal%3D1',
  ],
  countAnswers: ['', 'interval=last_3m', 'interval=rel_-9999d_0d'],
  getSampleMails: ['', 'relatedMailTracking=true'],
  getClientConfig: ['', 'domain=localhost'],
  discardDraft: [`version=${walkedDraft - 1}`],
  runScript: ['dryrun=true', 'dryrun=false'],
}
