/** Query of the screens with a table: page from 0, the sorted column, its direction. */
export interface TableSearch {
  page?: number
  sortBy?: string
  sortDesc?: boolean
}

/** Query of a page that can be compared. */
export interface ComparedSearch {
  /** The drill path of the other side; absent where nothing is compared. */
  vs?: string
}

/** Query of the rankings page: that of its table, and the indicator whose cases are listed instead. */
export interface RankingSearch extends TableSearch {
  cases?: string
}

/** Query of the alert list: that of its table, states separated by commas, the caller's own, those past their due time. */
export interface AlertSearch extends TableSearch {
  states?: string
  mine?: boolean
  overdue?: boolean
}

/** Query of the login screen. */
export interface LoginSearch {
  redirect?: string
  survey?: string
  change?: string
  preselectedUniverse?: string
  universe?: string
  /** One-use code of a profile link, for acting as another user. */
  profile?: string
}

/** Query of the page that makes a survey of a file: the file that was uploaded. */
export interface NewSurveySearch {
  file?: string
}

/** Query of the gallery: what is shown, in which state and at which width; everything where left out. */
export interface GallerySearch {
  part?: string
  state?: string
  size?: string
}

type Search = Record<string, string | number | boolean | undefined>

/**
 * One segment of a URL. A drill path has its reserved characters written as `!` and hex digits already, so it stays as
 * it is; anything else is escaped here.
 */
export function pathSegment(value: string | number): string {
  return encodeURIComponent(String(value)).replaceAll('%3D', '=').replaceAll('%3B', ';')
}

function address(parts: (string | number)[], search: object = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search as Search)) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  const path = `/${parts.map(pathSegment).join('/')}`
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** Kinds of template with an editor of their own. */
export type TemplateScreen = 'mailtemplate' | 'smstemplate' | 'lettertemplate' | 'calltemplate'

/** The URLs of all screens; written nowhere else. */
export const paths = {
  login: (search: LoginSearch = {}) => address([], search),
  vgs: () => address(['vgs']),
  finland: () => address(['finland']),
  responsive: (search: GallerySearch = {}) => address(['responsive'], search),
  ranking: (survey: string, drillPath: string, search: RankingSearch = {}) =>
    address(['ranking', survey, drillPath], search),
  interview: (survey: string, interviewId: string | number) => address(['interview', survey, interviewId]),
  alertList: (survey: string, drillPath: string, search: AlertSearch = {}) =>
    address(['alertlist', survey, drillPath], search),
  alert: (survey: string, alertId: string | number) => address(['alert', survey, alertId]),
  sampleList: (survey: string, drillPath: string, search: TableSearch = {}) =>
    address(['samplelist', survey, drillPath], search),
  sample: (survey: string, fromPage: string, sampleId: string | number) =>
    address(['sample', survey, fromPage, sampleId]),
  page: (pageId: string, survey: string, drillPath: string) => address(['page', pageId, survey, drillPath]),
  reportDownload: (survey: string, reportUuid: string) => address(['reportdownload', survey, reportUuid]),
  userList: (survey: string, search: TableSearch = {}) => address(['userlist', survey], search),
  userDetails: (survey: string, userId: string | number) => address(['userdetails', survey, userId]),
  userEditor: (survey: string, userId: string | number) => address(['usereditor', survey, userId]),
  tasks: (survey: string, search: TableSearch = {}) => address(['tasks', survey], search),
  mails: (survey: string, search: TableSearch = {}) => address(['mails', survey], search),
  auditLog: (survey: string, search: TableSearch = {}) => address(['auditlog', survey], search),
  server: (survey: string) => address(['server', survey]),
  surveyList: (survey: string) => address(['surveylist', survey]),
  newSurvey: (survey: string, search: NewSurveySearch = {}) => address(['newsurvey', survey], search),
  newQuestionnaire: (survey: string) => address(['newquestionnaire', survey]),
  questionnaire: (survey: string) => address(['questionnaire', survey]),
  firstAnswer: (survey: string) => address(['firstanswer', survey]),
  doubtList: (survey: string) => address(['doubtlist', survey]),
  survey: (survey: string, surveyId: string | number) => address(['survey', survey, surveyId]),
  surveyScript: (survey: string, surveyId: string | number, scriptId: string | number) =>
    address(['script', survey, surveyId, scriptId]),
  globalScript: (survey: string, scriptId: string | number) => address(['script', survey, scriptId]),
  universeScript: (survey: string) => address(['script', survey]),
  roles: (survey: string) => address(['roles', survey]),
  role: (survey: string, roleId: string | number) => address(['role', survey, roleId]),
  dashboard: (survey: string) => address(['dashboard', survey]),
  units: (survey: string, search: TableSearch = {}) => address(['units', survey], search),
  respondents: (survey: string, search: TableSearch = {}) => address(['respondents', survey], search),
  answerLinks: (survey: string) => address(['answerlinks', survey]),
  sendingRules: (survey: string, search: TableSearch = {}) => address(['sendingrules', survey], search),
  pools: (survey: string) => address(['pools', survey]),
  status: (survey: string) => address(['status', survey]),
  template: (
    screen: TemplateScreen,
    survey: string,
    templateId: string | number,
    search: { fromPage?: string; embedded?: boolean; duplicate?: boolean } = {},
  ) => address([screen, survey, templateId], search),
  mailCampaign: (survey: string, campaignId: string | number, search: { fromPage?: string } = {}) =>
    address(['mailcampaign', survey, campaignId], search),
  createMailCampaign: (survey: string, mailAction: string, drillPath: string) =>
    address(['createmailcampaign', survey, mailAction, drillPath]),
}
