import type { saveUserDetails as route } from '@gensvar/contract/users'
import { minPasswordLength } from '@gensvar/contract/identity'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { z } from 'zod'
import { insertMembership } from '#server/domain/build/user.ts'
import type { Ctx } from '#server/domain/context.ts'
import { announceNotices } from '#server/domain/notices/notice-channel.ts'
import type { Directory, Invitation } from '#server/domain/people/directory.ts'
import { demandManagedUser } from '#server/domain/people/managed-user.ts'
import { loadSurveysOf } from '#server/domain/people/question-filters.ts'
import { readChangedFilters, saveFilters } from '#server/domain/people/save-filters.ts'
import { demandGivableRole } from '#server/domain/rights/may-give.ts'
import { endSessionsOf } from '#server/domain/rights/sessions.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { givePassword, keepsPasswords, preparePassword } from '#server/features/identity-provider/service.ts'
import {
  addPeopleThere,
  inviteUser,
  setUsersDisabled,
  writeWithDirectory,
} from '#server/features/user-editor/service.ts'
import type { Undo } from '#server/features/user-editor/service.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { demandFreeAddress, invitedPerson, storePerson } from './add-person.ts'
import { detailsOf, newDetails } from './details.ts'
import type { UserDetails } from './details.ts'
import { raiseVersion, saveMembershipRow } from './store.ts'

type Sent = z.output<typeof route.body>
type Saved = z.input<typeof route.response>

/**
 * Saves another user, a new one for id 0. Throws `validation` and `conflict` at the fields that are wrong, `conflict` at
 * `version` where somebody else saved in between, and `forbidden` for a role or filters that the caller may not give. What
 * is refused without a field is answered as `errorMessage` beside what is stored.
 */
export async function saveUser(ctx: Ctx, survey: string, userId: number, sent: Sent): Promise<Saved> {
  const stored = userId === 0 ? await newDetails(ctx, survey) : await detailsOf(ctx, survey, userId)
  checkFields(ctx, stored, sent)
  let id = userId
  let invitation: Invitation | null = null
  try {
    id = await store(ctx, stored, sent)
    if (sent.userDTO.sendEmail) invitation = await inviteUser(ctx, id)
  } catch (error) {
    const isSaid = error instanceof AppError && (error.code === 'conflict' || error.code === 'unavailable')
    if (!isSaid || error.fields) throw error
    const message = translate(error.words, ctx.locale)
    const now = id === 0 ? stored : await detailsOf(ctx, survey, id)
    return { ...now, userDTO: { ...now.userDTO, errorMessage: message }, error: message, invitation: null }
  }
  return { ...(await detailsOf(ctx, survey, id)), error: null, invitation }
}

/** What is wrong with the fields alone. */
function checkFields(ctx: Ctx, stored: UserDetails, { userDTO, version }: Sent): void {
  const isNew = stored.userDTO.id === 0
  const { name = '', email = '', password = '', passwordRepeat = '', selectedRoleId = null, locale } = userDTO
  const wrong: Record<string, Words> = {}
  const isOther = (field: 'name' | 'email', value: string): boolean =>
    userDTO[field] !== undefined && value !== stored.userDTO[field]
  if (isNew && name === '') wrong['userDTO.name'] = say`Name is required`
  if (isNew && !z.email().safeParse(email).success) wrong['userDTO.email'] = say`Enter an e-mail address.`
  if (!isNew && isOther('name', name)) wrong['userDTO.name'] = say`The name can only be set for a new user.`
  if (!isNew && isOther('email', email))
    wrong['userDTO.email'] = say`The e-mail address can only be set for a new user.`
  if (selectedRoleId === null) wrong['userDTO.selectedRoleId'] = say`Role is required`
  if (!stored.locales.includes(locale) && locale !== stored.userDTO.locale)
    wrong['userDTO.locale'] = say`is no language of the organisation`
  if (password !== '' && !stored.canEditPassword)
    wrong['userDTO.password'] = keepsPasswords(ctx)
      ? say`The password of this user cannot be set here.`
      : say`Passwords are kept by your identity provider. Change yours on its sign-in page.`
  else if (password !== '' && password.length < minPasswordLength)
    wrong['userDTO.password'] = say`Use at least ${minPasswordLength} characters.`
  if (password !== passwordRepeat) wrong['userDTO.passwordRepeat'] = say`Passwords must match`
  const [words] = Object.values(wrong)
  if (words) throw new AppError('validation', words, wrong)
  if (!isNew && version === undefined)
    throw new AppError('validation', say`The version is missing.`, { version: say`is missing` })
}

async function store(ctx: Ctx, stored: UserDetails, sent: Sent): Promise<number> {
  const { identity } = ctx
  const universeId = identity.universe?.id ?? 0
  const { userDTO: before } = stored
  const { userDTO } = sent
  const isNew = before.id === 0
  const roleId = userDTO.selectedRoleId ?? 0
  const actAs = userDTO.actAsAccess ?? before.actAsAccess
  const disabled = userDTO.disabled ?? before.disabled
  if (actAs !== before.actAsAccess && !identity.isRoot) throw refused('actAsAccess', say`Only root users may do this.`)
  if (disabled !== before.disabled && !identity.isUserAdmin)
    throw refused('disabled', say`Only administrators of the organisation may do this.`)
  if (roleId !== before.selectedRoleId) await demandRole(ctx, roleId)
  const models = await loadSurveysOf(ctx.db, universeId)
  const filters = await readChangedFilters(ctx, models, sent.userQuestionFilterMap ?? {})
  const password = userDTO.password ? await preparePassword(userDTO.password) : null
  const { name = '', email = '' } = userDTO
  const person = isNew ? invitedPerson({ name, email }) : null
  if (person) await demandFreeAddress(ctx.db, email)
  const addThere = (directory: Directory, undo: Undo[]): Promise<void> =>
    addPeopleThere(ctx, directory, person ? [person] : [], undo)
  return writeWithDirectory(ctx, addThere, async (tx) => {
    const userId = person ? await storePerson(tx, person) : before.id
    const of = { userId, universeId }
    if (isNew) await insertMembership(tx.db, { ...of, roleId })
    const showIndicators = userDTO.showIndicators ?? before.showIndicators
    const version = isNew ? 1 : (sent.version ?? 0)
    if (!(await raiseVersion(tx, userId, { version, showIndicators }))) throw stale()
    await saveMembershipRow(tx, of, {
      locale: userDTO.locale,
      roleId,
      actAs,
      notifyFlags: userDTO.notifyFlags ?? before.notifyFlags,
      mutedChannels: (sent.channelDTOs ?? stored.channelDTOs)
        .filter(({ enabled }) => !enabled)
        .map(({ channel }) => channel),
    })
    await saveFilters(tx, of, filters)
    // Nobody makes somebody who may do or see more than themselves.
    await demandWithin(tx, userId)
    if (disabled !== before.disabled) await setUsersDisabled(tx, [userId], disabled)
    if (password !== null) await givePassword(tx, userId, password)
    if (!isNew && (roleId !== before.selectedRoleId || filters.length > 0)) {
      await endSessionsOf(tx, userId, universeId)
      // Streams of theirs look whether their session is still there.
      await announceNotices(tx, [userId])
    }
    const details = { userId, roleId, filters: filters.map(({ variable }) => variable) }
    await tx.audit({ action: isNew ? 'user.create' : 'user.save', object: isNew ? email : before.email, details })
    return userId
  })
}

async function demandRole(ctx: Ctx, roleId: number): Promise<void> {
  try {
    await demandGivableRole(ctx, roleId)
  } catch (error) {
    if (error instanceof AppError)
      throw new AppError(error.code === 'not_found' ? 'validation' : error.code, error.words, {
        'userDTO.selectedRoleId': error.words,
      })
    throw error
  }
}

async function demandWithin(tx: WriteTx, userId: number): Promise<void> {
  try {
    await demandManagedUser(tx, userId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden')
      throw new AppError(
        'forbidden',
        say`With this role and these filters the user could see or do more than you. You can only give what you have.`,
      )
    throw error
  }
}

function refused(field: string, words: Words): AppError {
  return new AppError('forbidden', words, { [`userDTO.${field}`]: words })
}

function stale(): AppError {
  const words = say`Somebody else has saved this user since you opened it.`
  return new AppError('conflict', words, { version: words })
}
