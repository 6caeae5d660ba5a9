import { z } from 'zod'
import { missingSmsSettings, smsEnvironment, smsSettingsOf } from './sms-settings.ts'
import type { SmsHttpSettings } from './sms-settings.ts'

/** Variables of the environment that say how messages to apps are sent: as text messages are by a provider. */
export const pushEnvironment = {
  GENSVAR_PUSH_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be the address of a provider of messages to apps, like https://push.example.com/send',
    })
    .refine((text) => URL.canParse(text) && new URL(text).username === '' && new URL(text).password === '', {
      error: 'must not hold a user name or a password; put them into GENSVAR_PUSH_HEADERS',
    })
    .optional(),
  GENSVAR_PUSH_METHOD: smsEnvironment.GENSVAR_SMS_METHOD,
  GENSVAR_PUSH_FORMAT: smsEnvironment.GENSVAR_SMS_FORMAT,
  GENSVAR_PUSH_HEADERS: smsEnvironment.GENSVAR_SMS_HEADERS,
  GENSVAR_PUSH_BODY: smsEnvironment.GENSVAR_SMS_BODY,
  GENSVAR_PUSH_TOKEN: smsEnvironment.GENSVAR_SMS_TOKEN,
  GENSVAR_PUSH_ACCEPTED: smsEnvironment.GENSVAR_SMS_ACCEPTED,
  GENSVAR_PUSH_ACCEPTED_TEXT: smsEnvironment.GENSVAR_SMS_ACCEPTED_TEXT,
  GENSVAR_PUSH_PRIVATE: smsEnvironment.GENSVAR_SMS_PRIVATE,
}

/** Keys of them whose value is a secret. */
export const pushSecrets = ['GENSVAR_PUSH_HEADERS', 'GENSVAR_PUSH_BODY', 'GENSVAR_PUSH_TOKEN'] as const

type PushEnvironment = { [Key in keyof typeof pushEnvironment]?: string | undefined }

/** What contradicts something else, by key. */
export function missingPushSettings(given: PushEnvironment): Record<string, string> {
  const named = (text: string): string => text.replaceAll('GENSVAR_SMS_', 'GENSVAR_PUSH_')
  const problems = Object.entries(missingSmsSettings(asSms(given)))
  return Object.fromEntries(problems.map(([key, problem]) => [named(key), named(problem)]))
}

/** How messages to apps are sent; null where they are not. */
export function pushSettingsOf(given: PushEnvironment): SmsHttpSettings | null {
  const settings = smsSettingsOf(asSms(given))
  return settings?.kind === 'http' ? settings : null
}

/** The same settings under the names that they have for text messages. */
function asSms(given: PushEnvironment): Parameters<typeof smsSettingsOf>[0] {
  const keys = Object.keys(pushEnvironment) as (keyof PushEnvironment)[]
  return Object.fromEntries(keys.map((key) => [key.replace('GENSVAR_PUSH_', 'GENSVAR_SMS_'), given[key]]))
}
