import type en from '#web/locales/en/app.json'
import { ApiError } from './api-error.ts'
import { textsOf } from './texts.ts'

const text = textsOf<typeof en>('app')

/** Words for a failed call that say what happened and what the reader can do. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return text('errorUnknown')
  switch (error.code) {
    case 'offline':
      return text('errorOffline')
    case 'timeout':
      return text('errorTimeout')
    case 'unauthenticated':
      return text('errorSignedOut')
    case 'unavailable':
      return error.message === '' ? text('errorUnavailable') : error.message
    case 'too_many':
      return error.message === '' ? text('errorTooMany') : error.message
    case 'internal':
      return error.requestId === null ? text('errorUnknown') : text('errorInternal', { id: error.requestId })
    case 'forbidden':
      return error.message === '' ? text('errorForbidden') : error.message
    case 'validation':
    case 'not_found':
    case 'conflict':
    case 'too_large':
      return error.message === '' ? text('errorUnknown') : error.message
  }
}
