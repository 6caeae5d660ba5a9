import type { Kysely } from 'kysely'
import { questionsOfRules } from '#server/domain/alerts/rule-questions.ts'
import { lineageOf, readUniverseRoles } from '#server/domain/rights/role-sheets.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { Database } from '#server/platform/db-types.ts'

/** What a user's role, combined with its parents, lets them be told of in a survey. */
export interface RoleNotices {
  bell: boolean
  mail: boolean
  /** Questions whose alerts they are not told of. */
  mutedQuestions: ReadonlySet<string>
}

type Survey = Pick<SurveyModel, 'id' | 'universeId'>

/** Of whoever has no role in the universe, such as root. */
const everything: RoleNotices = { bell: true, mail: true, mutedQuestions: new Set() }

/** What users may be told of in a survey by their roles, in the ways that are switched on for them as members. */
export async function noticesByRole(
  db: Kysely<Database>,
  survey: Survey,
  userIds: readonly number[],
): Promise<(userId: number) => RoleNotices> {
  if (userIds.length === 0) return () => everything
  const members = await db
    .selectFrom('user_universe')
    .select(['user_id as userId', 'role_id as roleId', 'notify_flags as notifyFlags', 'muted_channels as muted'])
    .where('universe_id', '=', survey.universeId)
    .where('user_id', 'in', [...new Set(userIds)])
    .execute()
  if (members.length === 0) return () => everything
  const all = await readUniverseRoles(db, survey.universeId)
  const rights = all.rights.get(survey.id)
  const ofRole = new Map<number, RoleNotices>()
  for (const { roleId } of members) {
    const chain = lineageOf(all, roleId).flatMap((id) => rights?.get(id) ?? [])
    const isOpen = (channel: string): boolean =>
      chain.every(
        ({ notifications, notificationChannelList }) =>
          // Stored inverted: 0 means send.
          notifications === 0 && !notificationChannelList.some((one) => one.channel === channel && !one.enabled),
      )
    const muted = chain.flatMap(({ questionNotificationList }) =>
      questionNotificationList.filter(({ enabled }) => !enabled).map(({ variable }) => variable),
    )
    ofRole.set(roleId, { bell: isOpen('bell'), mail: isOpen('mail'), mutedQuestions: new Set(muted) })
  }
  const memberOf = new Map(members.map((member) => [member.userId, member]))
  return (userId) => {
    const member = memberOf.get(userId)
    const allowed = member && ofRole.get(member.roleId)
    if (!member || !allowed) return everything
    // Stored inverted here, too.
    const isOn = (channel: string): boolean => member.notifyFlags === 0 && !member.muted.includes(channel)
    return { ...allowed, bell: allowed.bell && isOn('bell'), mail: allowed.mail && isOn('mail') }
  }
}

/**
 * Whether users may be told of alerts of a rule: while their role has not muted all of the questions it looks at. The
 * survey is read only where some role has muted one.
 */
export async function rulesByRole(
  db: Kysely<Database>,
  survey: Survey,
  { userIds, allowed }: { userIds: readonly number[]; allowed: (userId: number) => RoleNotices },
): Promise<(userId: number, rule: string) => boolean> {
  if (userIds.every((userId) => allowed(userId).mutedQuestions.size === 0)) return () => true
  const questions = questionsOfRules(await loadSurveyModelById({ db }, survey.id))
  return (userId, rule) => {
    const ofRule = questions.get(rule) ?? []
    const { mutedQuestions } = allowed(userId)
    return ofRule.length === 0 || ofRule.some((variable) => !mutedQuestions.has(variable))
  }
}
