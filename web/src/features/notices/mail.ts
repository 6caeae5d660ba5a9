import type { listMails } from '@gensvar/contract/notices'
import type { Answer } from '#web/api.ts'

/** A mail of the server. */
export type Mail = Answer<typeof listMails>['mails'][number]
