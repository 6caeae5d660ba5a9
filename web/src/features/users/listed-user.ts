import type { listUsers } from '@gensvar/contract/users'
import type { Answer } from '#web/api.ts'

/** A user of the list. */
export type ListedUser = Answer<typeof listUsers>['rows'][number]
