// Draws the white block with a heading that pages and sections consist of.
import { type ReactNode, useId } from 'react'
import { names } from './format/class-names.ts'

interface Props {
  readonly title?: string | undefined
  /** At the heading's right: usually 更多. */
  readonly extra?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/**
 * Renders a white block with a heading. `extra` is displayed at the right of the heading. Without `title` and
 * `extra` there is no heading.
 *
 * @example
 * <Card title="馆藏" extra={<span>共 12 种</span>}>
 *   <p>按学科排列</p>
 * </Card>
 */
export function Card({ title, extra, className, children }: Props) {
  const id = useId()
  return (
    <section className={names('eq-card', className)} aria-labelledby={title ? id : undefined}>
      {title || extra ? (
        <header className="eq-card-head">
          {title ? (
            <h2 id={id} className="eq-card-title">
              {title}
            </h2>
          ) : null}
          {extra}
        </header>
      ) : null}
      {children}
    </section>
  )
}
