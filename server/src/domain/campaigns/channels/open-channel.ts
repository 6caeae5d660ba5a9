import { say } from '@gensvar/contract/say'
import type { Deps } from '#server/domain/context.ts'
import { isOfficeInstalled, missingOfficeWords } from '#server/domain/letters/office/find-office.ts'
import { letterPress } from '#server/domain/letters/office/letter-press.ts'
import type { SendingType } from '#server/platform/db-campaign-types.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Channel } from './channel.ts'
import { EmailChannel } from './email-channel.ts'
import { LetterChannel } from './letter-channel.ts'
import { OutboxChannel } from './outbox-channel.ts'

type Settings = Pick<Deps, 'config'>

/** Whether messages of a type are kept for root to read instead of being sent, because nothing is set up to send them. */
export function isOutbox({ config }: Settings, type: SendingType): boolean {
  if (type === 'LETTER') return false
  return type !== 'EMAIL' || config.mail === null
}

/** Throws `unavailable` where messages of a type can neither be made nor be kept: nothing is kept in production. */
export function demandChannel(settings: Settings, type: SendingType): void {
  if (type === 'LETTER' && !isOfficeInstalled(settings.config.libreOffice))
    throw new AppError('unavailable', missingOfficeWords)
  if (settings.config.mode !== 'production' || !isOutbox(settings, type)) return
  throw type === 'EMAIL'
    ? new AppError('unavailable', say`Sending e-mail is not set up on this server. Nothing was sent.`)
    : new AppError('unavailable', say`Messages of this kind cannot be sent by this server yet. Nothing was sent.`)
}

/** The way to send messages of a type. The caller closes it. */
export function openChannel(deps: Pick<Deps, 'config' | 'clock'>, type: SendingType): Channel {
  demandChannel(deps, type)
  const now = (): Date => deps.clock.now()
  if (type === 'LETTER') return new LetterChannel(letterPress(deps.config))
  return type === 'EMAIL' && deps.config.mail ? new EmailChannel(deps.config.mail, now) : new OutboxChannel(now)
}
