import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Deps } from '#server/domain/context.ts'
import { isOfficeInstalled, missingOfficeWords } from '#server/domain/letters/office/find-office.ts'
import { letterPress } from '#server/domain/letters/office/letter-press.ts'
import type { MessageWay, SendingType } from '#server/platform/db-campaign-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { partName } from '../receipts/part-name.ts'
import { smppLink } from '../receipts/smpp-links.ts'
import type { Channel } from './channel.ts'
import { EmailChannel } from './email-channel.ts'
import { LetterChannel } from './letter-channel.ts'
import { OutboxChannel } from './outbox-channel.ts'
import { PhoneChannel } from './phone-channel.ts'
import { SmppChannel } from './smpp-channel.ts'
import { pushProvider } from './push-provider.ts'
import { SmsHttpChannel } from './sms-http-channel.ts'

type Settings = Pick<Deps, 'config'>

/** Whether messages of a type are kept for root to read instead of being sent, because nothing is set up to send them. */
export function isOutbox({ config }: Settings, type: SendingType): boolean {
  if (type === 'LETTER') return false
  if (type === 'EMAIL') return config.mail === null
  return type === 'SMS' ? config.sms === null : config.phone === null
}

/** Throws `unavailable` where messages of a type can neither be made nor be kept: nothing is kept in production. */
export function demandChannel(settings: Settings, type: SendingType): void {
  if (type === 'LETTER' && !isOfficeInstalled(settings.config.libreOffice))
    throw new AppError('unavailable', missingOfficeWords)
  if (settings.config.mode !== 'production' || !isOutbox(settings, type)) return
  throw new AppError('unavailable', notSetUp(type))
}

/** The way to send messages. The caller closes it. Throws as `demandChannel`. */
export function openChannel(deps: Deps, type: MessageWay): Channel {
  const now = (): Date => deps.clock.now()
  if (type === 'PUSH') return openPush(deps, now)
  demandChannel(deps, type)
  if (type === 'LETTER') return new LetterChannel(letterPress(deps.config))
  const { mail, sms, phone } = deps.config
  if (type === 'EMAIL' && mail) return new EmailChannel(mail, now)
  if (type === 'PHONE' && phone) return new PhoneChannel(phone, now)
  if (type !== 'SMS' || !sms) return new OutboxChannel(now)
  if (sms.kind === 'http') return new SmsHttpChannel(sms, now)
  return new SmppChannel(smppLink(deps, sms), { window: sms.window, nameOf: (id) => partName(sms, id) })
}

/** Text messages to apps: a campaign that sends them was made while a provider was set up. */
function openPush({ config }: Settings, now: () => Date): Channel {
  const { push, mode } = config
  if (push) return new SmsHttpChannel(push, now, { provider: pushProvider })
  if (mode === 'production')
    throw new AppError('unavailable', say`Sending to apps is no longer set up on this server. Nothing was sent.`)
  return new OutboxChannel(now)
}

function notSetUp(type: SendingType): Words {
  if (type === 'EMAIL') return say`Sending e-mail is not set up on this server. Nothing was sent.`
  if (type === 'SMS') return say`Sending text messages is not set up on this server. Nothing was sent.`
  return say`Calling people is not set up on this server. Nobody was called.`
}
