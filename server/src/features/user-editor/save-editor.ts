import type { saveUserEditorData as route } from '@gensvar/contract/user-editor'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { demandFreeName, insertUser } from '#server/domain/build/user.ts'
import { announceNotices } from '#server/domain/notices/notice-channel.ts'
import { keepingAdministrators } from '#server/domain/people/administrators.ts'
import type { Directory } from '#server/domain/people/directory.ts'
import { demandManagedUser, demandOwnPerson } from '#server/domain/people/managed-user.ts'
import type { ManagedUser } from '#server/domain/people/managed-user.ts'
import { loadSurveysOf, readStoredFilters } from '#server/domain/people/question-filters.ts'
import { endSessionsOf } from '#server/domain/rights/sessions.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { editorDataOf, isSurveyEdited } from './editor-data.ts'
import { inviteUser } from './invite.ts'
import { planCard, saveCard } from './save-card.ts'
import type { CardPlan, SentCard } from './save-card.ts'
import { raiseVersion, readMemberships, readUniverses, savePersonRow } from './store.ts'
import type { StoredMembership } from './store.ts'
import { addPeopleThere, writeWithDirectory } from './with-directory.ts'
import type { Undo } from './with-directory.ts'

type Sent = z.output<typeof route.body>
type Saved = z.input<typeof route.response>

/**
 * Saves a user with their memberships, a new one for id 0; all of it or nothing. Their sessions end where they may do or
 * see something else than before. Throws `validation` for wrong fields, `forbidden` for what the caller may not give,
 * `conflict` for a stale version, a name in use and the last administrator, and as the directory does.
 */
export async function saveUserEditorData(ctx: Ctx, survey: string, userId: number, sent: Sent): Promise<Saved> {
  const user = userId === 0 ? null : await demandManagedUser(ctx, userId)
  demandAllowed(ctx, user, sent)
  if (user === null) await demandFreeName(ctx.db, sent.keyCloakData.email)
  const before = user ? await readMemberships(ctx.db, user.userId) : []
  const plans = await planCards(ctx, { survey, user, before }, sent.universeUsers)
  demandSomeUniverse(user, before, plans)
  const affected = [...new Set([...before.map(({ universeId }) => universeId), ...plans.map((one) => one.universe.id)])]
  const id = await writeWithDirectory(
    ctx,
    (directory, undo) => savePersonThere(ctx, { user, sent }, directory, undo),
    (tx) => keepingAdministrators(tx, affected, () => saveAll(tx, user, sent, plans)),
  )
  const invitation = sent.invite ? await tryInvite(ctx, id) : null
  const saved = await demandManagedUser(ctx, id).catch(() => null)
  return { data: await editorDataOf(ctx, survey, saved), invitation }
}

/** The user is saved already: an invitation that fails is told, and can be repeated. */
async function tryInvite(ctx: Ctx, userId: number): Promise<Saved['invitation']> {
  try {
    return { ...(await inviteUser(ctx, userId)), problem: '' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { link: null, mailed: false, problem: translate(error.words, ctx.locale) }
  }
}

/** Throws `forbidden` for what root alone changes, and for cards of other universes than the caller's. */
function demandAllowed({ identity }: Ctx, user: ManagedUser | null, sent: Sent): void {
  if (identity.isRoot) return
  if (sent.universeUsers.some(({ universeName }) => universeName !== identity.universe?.name))
    throw new AppError('forbidden', say`You can change users of your own organisation only.`)
  const isAdmin = user?.membership?.admin ?? false
  if (sent.keyCloakData.enabled !== (user?.status !== 1) || sent.universeUsers.some(({ admin }) => admin !== isAdmin))
    throw new AppError('forbidden', say`Only root users may make administrators, and disable users everywhere.`)
  if (user && isPersonChanged(user, sent)) demandOwnPerson({ identity }, user)
}

function isPersonChanged(user: ManagedUser, { keyCloakData }: Sent): boolean {
  const { email, firstName, lastName, enabled } = keyCloakData
  const isEnabled = user.status !== 1
  return email !== user.email || firstName !== user.firstName || lastName !== user.lastName || enabled !== isEnabled
}

/** What each card changes. Throws `validation` with all wrong fields at once. */
async function planCards(
  ctx: Ctx,
  { survey, user, before }: { survey: string; user: ManagedUser | null; before: readonly StoredMembership[] },
  cards: readonly SentCard[],
): Promise<CardPlan[]> {
  const { identity, db } = ctx
  const universes = await readUniverses(db, identity.isRoot ? null : (identity.universe?.id ?? 0))
  const wrong = new Map<string, Words>()
  const plans: CardPlan[] = []
  for (const [index, sent] of cards.entries()) {
    const universe = universes.find(({ name }) => name === sent.universeName)
    if (!universe) throw new AppError('not_found', say`There is no universe "${sent.universeName}".`)
    const models = sent.createuser ? await loadSurveysOf(db, universe.id) : []
    const userId = user?.userId ?? 0
    const card = {
      at: `universeUsers.${index}`,
      sent,
      universe,
      models,
      // The filters of another universe are changed by whoever is in it.
      edited: universe.id === identity.universe?.id ? models.filter((one) => isSurveyEdited(ctx, one, survey)) : [],
      before: before.find(({ universeId }) => universeId === universe.id),
      filters: (await readStoredFilters(db, universe.id, [userId])).get(userId) ?? [],
    }
    const plan = await planCard(ctx, card, wrong)
    demandNotOwnRights(ctx, user, plan)
    plans.push(plan)
  }
  const [first] = wrong.values()
  if (first !== undefined) throw new AppError('validation', first, Object.fromEntries(wrong))
  return plans
}

/** Nobody but root changes what they may see and do themselves. */
function demandNotOwnRights({ identity }: Ctx, user: ManagedUser | null, plan: CardPlan): void {
  if (identity.isRoot || user?.userId !== identity.userId) return
  const { membership, before, changedFilters } = plan
  if (changedFilters.length > 0 || (membership && membership.roleId !== before?.roleId))
    throw new AppError('forbidden', say`You cannot change your own role and question filters.`)
}

function demandSomeUniverse(
  user: ManagedUser | null,
  before: readonly StoredMembership[],
  plans: readonly CardPlan[],
): void {
  const kept = before.filter(({ universeId }) => !plans.some(({ universe }) => universe.id === universeId))
  if (user?.isRoot || kept.length > 0 || plans.some(({ membership }) => membership !== null)) return
  const words = say`At least one universe must be associated with user`
  throw new AppError('validation', words, { universeUsers: words })
}

async function saveAll(tx: WriteTx, user: ManagedUser | null, sent: Sent, plans: readonly CardPlan[]): Promise<number> {
  const { identity } = tx
  const { enabled, ...names } = sent.keyCloakData
  const username = user?.username ?? names.email
  const userId = user?.userId ?? (await insertUser(tx.db, { ...names, username, status: 2 }))
  if (user && !(await raiseVersion(tx, userId, sent.version)))
    throw new AppError('conflict', say`Somebody else has changed this user.`, { version: say`is out of date` })
  await savePersonRow(tx, userId, { ...names, enabled, indicators: sent.indicators })
  for (const plan of plans) await saveCard(tx, userId, plan)
  // With their new rights, too, the user must not exceed the caller.
  const stays = plans.some(({ membership, universe }) => membership !== null && universe.id === identity.universe?.id)
  if (!identity.isRoot && stays) await demandManagedUser(tx, userId)
  await tx.audit({
    action: user ? 'user.save' : 'user.add',
    object: username,
    details: { userId, enabled, universes: plans.map(auditOf) },
  })
  if (user && !enabled && user.status !== 1) await endSessionsOf(tx, userId)
  for (const { universe, changesRights } of plans) if (changesRights) await endSessionsOf(tx, userId, universe.id)
  // Streams of theirs look whether their session is still there.
  await announceNotices(tx, [userId])
  return userId
}

/**
 * Saves a person at the directory, and adds them where it does not know them. Of a new user whom it knows already, root
 * alone changes what it knows: another address would be a way to their password.
 */
async function savePersonThere(
  ctx: Ctx,
  { user, sent }: { user: ManagedUser | null; sent: Sent },
  directory: Directory,
  undo: Undo[],
): Promise<void> {
  if (user && !isPersonChanged(user, sent)) return
  const person = sent.keyCloakData
  const username = user?.username ?? person.email
  const known = await directory.find(username)
  if (known && user === null && !ctx.identity.isRoot) return
  if (!known) await addPeopleThere(ctx, directory, [{ username, ...person }], undo)
  if (known) undo.push(() => directory.save(username, known))
  if (known || !person.enabled) await directory.save(username, person)
  if (known && !person.enabled) await directory.endSessions(username)
}

function auditOf({ universe, membership, changedFilters }: CardPlan) {
  if (membership === null) return { universe: universe.name, member: false }
  const { roleId, admin, disabled } = membership
  const filters = changedFilters.map(({ variable, values, surveyId }) => ({ surveyId, variable, values }))
  return { universe: universe.name, member: true, roleId, admin, disabled, ...(filters.length > 0 && { filters }) }
}
