// Draws the row of form steps above a form: completed, current and future ones.

interface FormStepTrailProps {
  readonly titles: readonly string[]
  readonly current: number
  /** Only steps before the current one can be gone back to. */
  readonly onGo: (step: number) => void
}

export function FormStepTrail({ titles, current, onGo }: FormStepTrailProps) {
  return (
    <nav aria-label="填写步骤">
      <ol className="eq-steps">
        {titles.map((title, index) => (
          <li
            key={title}
            className={index < current ? 'eq-step-done' : undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            {index < current ? (
              <button type="button" onClick={() => onGo(index)}>
                {title}
                <span className="eq-hidden">（已填写，返回修改）</span>
              </button>
            ) : (
              <span>{title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
