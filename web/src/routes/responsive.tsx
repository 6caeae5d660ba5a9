import { Gallery } from '#web/features/gallery/gallery.tsx'

/** The responsive test page: how everything looks at this window's width, without signing in. */
export default function Responsive() {
  return <Gallery />
}
