import { titled, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { plainToken, printDrillPath } from '@gensvar/contract/drill-path'
import { languageTags, locales } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { ruleOf } from '#server/domain/alerts/alert-rule.ts'
import { countAlerts } from '#server/domain/alerts/list-alerts.ts'
import { findAlerts } from '#server/domain/alerts/read-alerts.ts'
import type { CaseDeps } from '#server/domain/cases/case-query.ts'
import { pathViews } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { indicatorOf, isIndicator } from '#server/domain/indicators/indicator.ts'
import { everything, unitText } from '#server/domain/survey/unit-text.ts'
import { readWords } from '#server/domain/tasks/stored-words.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { Unit, UnitTree } from '#server/domain/survey/unit-tree.ts'
import { readActionRows, readBackupFailures, readSubscriptionTitles, readWebhookTitles } from './notice-store.ts'
import type { NoticedAction, NoticeRow } from './notice-store.ts'

/** What a notice tells of, as its reader may see it now. */
export interface NoticedObject {
  /** Name of the rule, of the item or of the report; a number of alerts. */
  name: Words
  /** Names of the units from the top; empty at the top, for several alerts and for a subscription. */
  place: readonly string[]
  /** Where it is, and until when something is to be done. */
  details: readonly Words[]
  /** Its address within the application; null where no page shows it. */
  link: string | null
  /** For a closed action, whether it reached its goal. */
  isCompleted: boolean
}

/** Key of what a notice tells of. */
export function objectKey(row: Pick<NoticeRow, 'kind' | 'objectId' | 'occurrence'>): string {
  return row.kind === 'alerts' ? `alerts ${row.occurrence}` : `${row.kind} ${row.objectId}`
}

/** What notices of one survey tell of, by `objectKey`; what their reader may not see is missing. */
export async function noticedObjects(
  deps: CaseDeps,
  access: SurveyAccess,
  userId: number,
  rows: readonly NoticeRow[],
): Promise<ReadonlyMap<string, NoticedObject>> {
  const found = new Map<string, NoticedObject>()
  const tree = await loadUnitTree(deps, access.model)
  for (const [key, object] of await noticedAlerts(deps, access, tree, idsOf(rows, 'alert'))) found.set(key, object)
  for (const row of rows.filter(({ kind }) => kind === 'alerts')) {
    const several = await severalAlerts(deps, access, userId, row)
    if (several) found.set(objectKey(row), several)
  }
  for (const action of await readActionRows(deps.db, access.model.id, idsOf(rows, 'action'))) {
    const object = noticedAction(access, tree, action)
    if (object) found.set(`action ${action.id}`, object)
  }
  const { id: surveyId, extName } = access.model
  const link = `/userdetails/${encodeURIComponent(extName)}/${userId}`
  for (const one of await readSubscriptionTitles(deps.db, { surveyId, userId }, idsOf(rows, 'subscription')))
    found.set(`subscription ${one.id}`, {
      ...{ name: say`${one.title}`, place: [], details: [], link, isCompleted: false },
    })
  const hooks = idsOf(rows, 'webhook')
  for (const one of await readWebhookTitles(deps.db, { universeId: access.model.universeId, userId }, hooks))
    found.set(`webhook ${one.id}`, {
      ...{ name: say`${one.title}`, place: [], details: [], isCompleted: false },
      link: `/surveylist/${encodeURIComponent(extName)}`,
    })
  for (const { id, reason } of await readBackupFailures(deps.db, userId, idsOf(rows, 'backup')))
    found.set(`backup ${id}`, {
      ...{ name: readWords(reason), place: [], details: [], isCompleted: false },
      link: `/server/${encodeURIComponent(extName)}`,
    })
  return found
}

function idsOf(rows: readonly NoticeRow[], wanted: NoticeRow['kind']): number[] {
  return [...new Set(rows.filter(({ kind }) => kind === wanted).map(({ objectId }) => objectId))]
}

async function noticedAlerts(
  deps: CaseDeps,
  access: SurveyAccess,
  tree: UnitTree,
  ids: readonly number[],
): Promise<[string, NoticedObject][]> {
  if (!access.canViewInterviews || ids.length === 0) return []
  const { model } = access
  const view = pathViews(access)[0]
  return (await findAlerts(deps, access, ids)).map((alert) => {
    const unit = alert.response.unitIds.map((id) => tree.unit(id)).find((one) => one && one.viewId === view?.id)
    return [
      `alert ${alert.id}`,
      {
        place: unit ? tree.pathOf(unit).map(({ extName }) => extName) : [],
        name: say`${titled(ruleOf(model, alert.rule)?.title ?? alert.rule)}`,
        details: [
          ...(unit ? [placeOf(tree, unit)] : []),
          ...(alert.dueAt && alert.state !== 3 ? [say`due ${momentIn(model.timeZone, alert.dueAt)}`] : []),
        ],
        link: `/alert/${encodeURIComponent(model.extName)}/${alert.id}`,
        isCompleted: false,
      },
    ]
  })
}

/** All alerts of a user that were raised at the moment the notice names, as far as they may still see them. */
async function severalAlerts(
  deps: CaseDeps,
  { model, caseScope, canViewInterviews }: SurveyAccess,
  userId: number,
  { occurrence }: NoticeRow,
): Promise<NoticedObject | null> {
  if (!canViewInterviews) return null
  const selection = { conditions: [], states: [2, 6, 3] as const, ownerId: userId, raisedAt: new Date(occurrence) }
  const count = await countAlerts(deps, model, caseScope, { ...selection, locale: 'en' })
  if (count === 0) return null
  return {
    place: [],
    name: say`${count}`,
    details: [],
    link: `/alertlist/${encodeURIComponent(model.extName)}/root?mine=true`,
    isCompleted: false,
  }
}

/** Whoever may see all of an action's place may see it. */
function noticedAction(access: SurveyAccess, tree: UnitTree, action: NoticedAction): NoticedObject | null {
  const { model } = access
  const view = access.views.find(({ extName }) => extName === action.view)
  const unit = action.unitId === null ? null : tree.unit(action.unitId)
  if (!view || unit === undefined) return null
  const place = unit ? tree.pathOf(unit) : []
  const path = place.map((one) => one.extName)
  if (!access.places.covers(view.extName, path)) return null
  const title = isIndicator(model, action.extName) ? indicatorOf(model, action.extName).title : action.extName
  const tokens = path.map((name, depth) => plainToken(view.levels[depth] ?? '', name))
  const drillPath = printDrillPath({ view: view.extName, place: tokens, filters: [] }, pathViews(access))
  return {
    place: path,
    name: say`${titled(title)}`,
    details: [
      unit ? placeOf(tree, unit) : say`${titled(inEach((locale) => everything(locale)))}`,
      ...(action.state === 0 ? [say`due ${titled(dayIn(action.deadline))}`] : []),
    ],
    link: actionLink(access, drillPath),
    isCompleted: action.state === 1,
  }
}

/** The page that lists the actions of a place; null where none does. */
function actionLink({ model }: SurveyAccess, drillPath: string): string | null {
  const showing = (type: string) =>
    model.config.pages.find(({ components }) => components.some((component) => component.type === type))
  const page = showing('action-manager') ?? showing('action-plan')
  return page ? `/page/${encodeURIComponent(page.extname)}/${encodeURIComponent(model.extName)}/${drillPath}` : null
}

function placeOf(tree: UnitTree, unit: Unit): Words {
  return say`${titled(
    inEach((locale) =>
      tree
        .pathOf(unit)
        .map((one) => unitText(one, locale))
        .join(', '),
    ),
  )}`
}

function momentIn(timeZone: string, at: Date) {
  return titled(
    inEach((locale) => at.toLocaleString(languageTags[locale], { dateStyle: 'medium', timeStyle: 'short', timeZone })),
  )
}

function dayIn(day: string): Record<Locale, string> {
  const at = new Date(`${day}T00:00:00Z`)
  return inEach((locale) => at.toLocaleDateString(languageTags[locale], { dateStyle: 'medium', timeZone: 'UTC' }))
}

/** A text for each language. */
function inEach(text: (locale: Locale) => string): Record<Locale, string> {
  return Object.fromEntries(locales.map((locale) => [locale, text(locale)])) as Record<Locale, string>
}
