import { useMemo } from 'react'
import { encode } from 'uqr'

/** Modules without ink around a code, which readers need. */
const border = 4

/** An address as a code that phones read; black on white in every scheme, because readers expect that. */
export function QrCode({ address, title, className }: { address: string; title: string; className?: string }) {
  const { size, path } = useMemo(() => pathOf(address), [address])
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={title} className={className}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

function pathOf(address: string): { size: number; path: string } {
  const { data, size } = encode(address, { ecc: 'M', border })
  const path = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return { size, path }
}
