import type { ReactNode } from 'react'

/** The states that have a picture of their own. */
export type PictureName = 'empty' | 'no-access' | 'failed' | 'too-slow'

const line = 'var(--gv-line-strong)'
const soft = 'var(--gv-hover)'
const accent = 'var(--gv-accent-text)'

const drawings: Record<PictureName, ReactNode> = {
  empty: (
    <>
      <path d="M12 34h52v30a4 4 0 0 1-4 4H16a4 4 0 0 1-4-4z" fill={soft} />
      <path d="M12 36 20 18h36l8 18v28a4 4 0 0 1-4 4H16a4 4 0 0 1-4-4z" />
      <path d="M12 36h15l4 8h14l4-8h15" />
      <path d="M38 6v3M26 8l1.5 2.6M50 8l-1.5 2.6" stroke={accent} />
    </>
  ),
  'no-access': (
    <>
      <rect x="16" y="34" width="44" height="34" rx="6" fill={soft} />
      <path d="M24 34v-8a14 14 0 0 1 28 0v8" />
      <circle cx="38" cy="48" r="4" stroke={accent} />
      <path d="M38 52v7" stroke={accent} />
    </>
  ),
  failed: (
    <>
      <path d="M10 50c-6-8 0-20 10-19 3-12 20-15 26-4 10-4 21 4 18 15 5 5 2 15-6 15H18c-4 0-7-3-8-7z" fill={soft} />
      <path d="M40 34 33 47h10l-7 14" stroke="var(--gv-negative-text)" />
    </>
  ),
  'too-slow': (
    <>
      <path d="M22 10h32M22 66h32" />
      <path d="M26 10c0 16 12 18 12 28S26 50 26 66M50 10c0 16-12 18-12 28s12 12 12 28" fill={soft} />
      <path d="M32 60c2-6 10-6 12 0" stroke="var(--gv-amber-text)" />
      <path d="M38 38v8" stroke="var(--gv-amber-text)" />
    </>
  ),
}

/** The picture of a state; decorative, the sentence beside it carries the meaning. */
export function Picture({ name, size }: { name: PictureName; size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 76 76"
      fill="none"
      stroke={line}
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawings[name]}
    </svg>
  )
}
