import { minPasswordLength } from '@gensvar/contract/identity'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { linkAddress } from '#server/platform/addresses.ts'
import { AppError } from '#server/platform/errors.ts'
import { openContext } from '#server/domain/context.ts'
import { readServerSettings } from '#server/platform/server-settings.ts'
import { forgotPage, linkTooOldPage, newPasswordPage, passwordSavedPage } from './pages/password-pages.ts'
import { fill, textsOf } from './pages/texts.ts'
import { realmPath } from './place.ts'
import { pageLocale, sendPage } from './send-page.ts'
import { isPasswordCodeGood, requestPasswordLink, setPasswordByCode } from './service.ts'

const forgotForm = z.object({ username: z.string().trim().min(1).max(320) })
const passwordForm = z.object({ code: z.string().max(200), password: z.string().max(200), repeat: z.string().max(200) })
const linkQuery = z.object({ code: z.string().max(200).default('') })

/** The pages for a forgotten password and for the links that set one. */
export function passwordRoutes(app: FastifyInstance): void {
  const { deps } = app
  const locale = async (request: Parameters<typeof pageLocale>[0]) =>
    pageLocale(request, (await readServerSettings(deps.db)).language)

  app.get(`${realmPath}/login/forgot`, async (request, reply) =>
    sendPage(reply, forgotPage(await locale(request), { sent: false, problem: null })),
  )

  app.post(`${realmPath}/login/forgot`, async (request, reply) => {
    const language = await locale(request)
    const form = forgotForm.safeParse(request.body)
    const name = form.success ? form.data.username : ''
    const minutes = await requestPasswordLink(openContext(deps, request.id), {
      name,
      address: request.ip,
      origin: linkAddress(app),
    })
    if (minutes > 0) {
      const problem = fill(textsOf(language).tooMany, { minutes })
      return sendPage(reply.code(429), forgotPage(language, { sent: false, problem }))
    }
    return sendPage(reply, forgotPage(language, { sent: true, problem: null }))
  })

  app.get(`${realmPath}/login/password`, async (request, reply) => {
    const { code } = linkQuery.catch({ code: '' }).parse(request.query)
    const language = await locale(request)
    if (!(await isPasswordCodeGood(deps, code))) return sendPage(reply.code(404), linkTooOldPage(language))
    return sendPage(reply, newPasswordPage(language, { code, problem: null }))
  })

  app.post(`${realmPath}/login/password`, async (request, reply) => {
    const language = await locale(request)
    const words = textsOf(language)
    const { code, password, repeat } = passwordForm.catch({ code: '', password: '', repeat: '' }).parse(request.body)
    const tooShort = password.length < minPasswordLength
    if (tooShort || password !== repeat) {
      const problem = tooShort ? fill(words.passwordRule, { length: minPasswordLength }) : words.mustMatch
      return sendPage(reply.code(400), newPasswordPage(language, { code, problem }))
    }
    try {
      await setPasswordByCode(openContext(deps, request.id), { code, password, address: request.ip })
      return sendPage(reply, passwordSavedPage(language))
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found')
        return sendPage(reply.code(404), linkTooOldPage(language))
      throw error
    }
  })
}
