// Draws the emblem of an organisation without a logo: a shape made from its seed, and its short name.
interface Props {
  readonly name: string
  readonly variant: number
}

/** On 48 by 48; the second path is the lighter one. */
const MARKS: readonly (readonly [string, string])[] = [
  ['M24 3 43 13.5v21L24 45 5 34.5v-21z', 'M24 13 34 18.6v10.8L24 35l-10-5.6V18.6z'],
  ['M4 40 24 5l20 35H32L24 26l-8 14z', 'M24 26l8 14H16z'],
  ['M6 6h20a16 16 0 0 1 0 32H6V28h18a6 6 0 0 0 0-12H6z', 'M6 28h10v14H6z'],
  ['M24 4a20 20 0 1 1 0 40 20 20 0 0 1 0-40z', 'M8 27q8-8 16 0t16 0v4q-6 11-16 11T8 31z'],
  ['M5 5h16v16H5zm22 22h16v16H27z', 'M27 5h16v16H27zM5 27h16v16H5z'],
  ['M24 4 44 24 24 44 4 24z', 'M24 14l10 10-10 10z'],
  ['M6 42V22L24 6l18 16v20H30V28L24 22l-6 6v14z', 'M18 42V28l6-6 6 6v14z'],
  ['M4 14q10-10 20 0t20 0v9q-10 10-20 0t-20 0z', 'M4 28q10-10 20 0t20 0v9q-10 10-20 0t-20 0z'],
]

/** Parts of a name that many organisations share. */
const COMMON = /^(示例|中国|国家)|(股份|有限|责任|集团|公司|研究院|研究所|中心|协会|科技|技术|设备)+$/g

function shortOf(name: string): string {
  const bare = name.replace(COMMON, '').replace(COMMON, '')
  return [...(bare.length >= 2 ? bare : name)].slice(0, 4).join('')
}

export function Emblem({ name, variant }: Props) {
  const [dark = '', light = ''] = MARKS[variant % MARKS.length] ?? []
  const turn = [0, 90, 180, 0][Math.floor(variant / MARKS.length) % 4]
  return (
    <div className="eq-mark" aria-hidden>
      <svg viewBox="0 0 48 48" aria-hidden>
        <g transform={`rotate(${turn} 24 24)`}>
          <path d={dark} />
          <path d={light} />
        </g>
      </svg>
      <b>{shortOf(name)}</b>
    </div>
  )
}
