// Draws the list of configuration problems over the page, for authors of configuration.
import {
  dismissProblems,
  useConfigurationProblems,
} from '#portal/core/configuration/configuration-problems.ts'

export function ProblemPanel() {
  const problems = useConfigurationProblems()
  if (problems.length === 0) return null
  return (
    <section className="eq-problems" role="alert" aria-label="配置有误">
      <header>
        <strong>配置有误，页面仍使用上一次的配置（{problems.length} 处）</strong>
        <button type="button" onClick={dismissProblems} aria-label="关闭">
          ×
        </button>
      </header>
      <ol>
        {problems.map((problem) => (
          <li key={`${problem.file}:${problem.line}:${problem.column}:${problem.message}`}>
            <code>
              {problem.file}:{problem.line}:{problem.column}
            </code>
            {problem.message}
          </li>
        ))}
      </ol>
    </section>
  )
}
