import { useState } from 'react'
import { isImageAddress, isInlineImage } from '@gensvar/contract/address-text'
import { useBranding } from '#web/lib/branding.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import classes from './brand.module.css'

/** Address of a universe's logo: the image itself, a file of the logo folder, or a full address. */
function logoAddress(logo: string): string {
  return isInlineImage(logo) || isImageAddress(logo)
    ? logo
    : `${import.meta.env.BASE_URL}logos/${encodeURIComponent(logo)}`
}

/** The universe's logo, or its name if there is none or it cannot be loaded. */
export function Brand() {
  const { logo } = useBranding()
  const text = useLocalText()
  const { universe, universes } = useIdentity()
  const [broken, setBroken] = useState<string | null>(null)
  const name = text(universes.find((one) => one.name === universe)?.title) || (universe ?? 'Gensvar')
  if (logo === null || broken === logo) return <span className={classes['name']}>{name}</span>
  return <img className={classes['logo']} src={logoAddress(logo)} alt={name} onError={() => setBroken(logo)} />
}
