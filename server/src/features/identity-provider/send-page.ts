import type { Locale } from '@gensvar/contract/local-text'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from './pages/frame.ts'
import { chooseLocale } from './pages/texts.ts'

/** Answers with a page and its own content security policy. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', page.policy)
    .header('cache-control', 'no-store')
    .send(page.body)
}

/** Language of a page: what the application asked for, else what the browser prefers, else the server's. */
export function pageLocale(request: FastifyRequest, serverLocale: Locale, uiLocales?: unknown): Locale {
  return chooseLocale(uiLocales, request.headers['accept-language'], serverLocale)
}
