import { z } from 'zod'

/** The service account with which users are managed at the Keycloak. */
export interface DirectoryAccount {
  clientId: string
  secret: string
}

/** Variables of the environment for it. */
export const directoryEnvironment = {
  GENSVAR_KEYCLOAK_ADMIN_CLIENT: z.string().min(1, 'must not be empty').optional(),
  GENSVAR_KEYCLOAK_ADMIN_SECRET: z.string().min(1, 'must not be empty').optional(),
}

/** Keys of them whose value is a secret. */
export const directorySecrets = ['GENSVAR_KEYCLOAK_ADMIN_SECRET'] as const

const account = ['GENSVAR_KEYCLOAK_ADMIN_CLIENT', 'GENSVAR_KEYCLOAK_ADMIN_SECRET'] as const

type DirectoryEnvironment = { [Key in keyof typeof directoryEnvironment]?: string | undefined } & {
  GENSVAR_IDP_URL?: string | undefined
}

/** What is missing, by key. */
export function missingDirectorySettings(given: DirectoryEnvironment): Record<string, string> {
  const set = account.filter((key) => given[key] !== undefined)
  if (set.length === 0) return {}
  const problems: Record<string, string> = {}
  for (const key of account)
    if (given[key] === undefined) problems[key] = `must be set together with ${set.join(' and ')}`
  if (given.GENSVAR_IDP_URL === undefined)
    problems['GENSVAR_IDP_URL'] = `must be set together with ${set.join(' and ')}`
  return problems
}

/** The account; null where users are not managed at the Keycloak. */
export function directoryAccountOf(given: DirectoryEnvironment): DirectoryAccount | null {
  const { GENSVAR_KEYCLOAK_ADMIN_CLIENT: clientId, GENSVAR_KEYCLOAK_ADMIN_SECRET: secret } = given
  return clientId && secret ? { clientId, secret } : null
}
