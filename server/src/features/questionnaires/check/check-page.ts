import { questionnaireConfig } from '@gensvar/contract/configuration/questionnaire'
import { say } from '@gensvar/contract/say'
import { storedImage, webAddress } from '@gensvar/contract/web-address'
import type { QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import type { Problems } from './problems.ts'
import { saidIn } from './problems.ts'

/** Checks what the page around the questions needs: its addresses, its colour, and a notice of privacy. */
export function checkPage(problems: Problems, document: QuestionnaireDocument): void {
  const { privacyUrl, review, brand } = document
  const addresses = { privacyUrl, ...(review && { 'review.url': review.url }) }
  for (const [path, address] of Object.entries(addresses)) {
    const isLeftOut = address === '' && path === 'privacyUrl'
    if (!isLeftOut && !webAddress.safeParse(address).success)
      problems.error(path, say`Write a web address that begins with https://.`)
  }
  if (brand.colour !== '' && !questionnaireConfig.safeParse({ brand: { colour: brand.colour } }).success)
    problems.error('brand.colour', say`Write a colour as #1f5fbf.`)
  if (brand.logo !== '' && !storedImage.safeParse(brand.logo).success)
    problems.error('brand.logo', say`Choose an image that the organisation has uploaded.`)
  checkPrivacy(problems, document)
}

function checkPrivacy(
  problems: Problems,
  { languages: [main], privacy, privacyUrl, openLinks }: QuestionnaireDocument,
) {
  if (!main || saidIn(privacy, main) !== '') return
  if (privacyUrl !== '') problems.error('privacyUrl', say`Write a privacy notice that leads there.`)
  else if (openLinks)
    problems.hint(`privacy.${main}`, say`Say who is responsible for the answers, and what becomes of them.`)
}
