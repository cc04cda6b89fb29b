// Draws the portrait of a person without a photograph: a bust without a face, and the surname.
interface Props {
  readonly name: string
  readonly variant: number
}

const HAIR = [
  'M33 40q-2-20 17-20t17 20q-4-9-10-11-12 4-24 11z',
  'M32 46q-4-27 18-27t18 27l-4-3q0-10-5-14-9 5-20 4-3 4-3 10z',
  'M34 37q0-17 16-17t16 17q-6-6-16-6t-16 6z',
  'M31 56q-3-37 19-37t19 37q-4 4-7 1 3-16-3-26-11 6-20 4-4 10-1 22-4 3-7-1z',
  'M34 38q-3-16 9-18 14-4 22 5 4 5 1 13-3-8-9-8-12 2-23 8z',
] as const

export function DrawnPortrait({ name, variant }: Props) {
  const hair = HAIR[variant % HAIR.length]
  const hasGlasses = variant % 3 === 1
  const collar = variant % 4
  return (
    <>
      <svg viewBox="0 0 100 100" preserveAspectRatio="xMidYMax slice" aria-hidden>
        <circle className="eq-drawn-halo" cx={variant % 2 ? 30 : 70} cy="34" r="40" />
        <g stroke="var(--eq-drawn-ink)" strokeWidth="1.6" strokeLinejoin="round">
          <path className="eq-drawn-cloth" d="M14 102q0-27 25-31h22q25 4 25 31z" />
          <path className="eq-drawn-shade" stroke="none" d="M61 71q25 4 25 31H68q2-18-7-31z" />
          <path className="eq-drawn-skin" d="M43 58v13q7 8 14 0V58z" />
          {collar === 0 ? (
            <path className="eq-drawn-paper" d="M40 71l10 12 10-12 4 3-8 16-6-7-6 7-8-16z" />
          ) : null}
          {collar === 1 ? <path className="eq-drawn-paper" d="M42 71l8 11 8-11 3 1-11 30-11-30z" /> : null}
          {collar === 2 ? <path fill="none" d="M41 72q9 12 18 0M50 79v23" /> : null}
          <path className="eq-drawn-skin" d="M35 42q0-18 15-18t15 18q0 21-15 21T35 42z" />
          <path className="eq-drawn-hair" d={hair} />
          {hasGlasses ? <path fill="none" d="M38 44h9v6q-4 3-9 0zm15 0h9v6q-5 3-9 0zm-6 2h6" /> : null}
        </g>
      </svg>
      <b aria-hidden>{[...name][0]}</b>
    </>
  )
}
