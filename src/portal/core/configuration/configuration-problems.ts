// Stores the problems of a configuration that is being written, as the server last reported them.
import { createStore } from '#portal/core/state/store.ts'

export interface ConfigurationProblem {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
}

const problems = createStore<readonly ConfigurationProblem[]>([])
export const useConfigurationProblems = problems.use
export const showProblems = problems.set
export const dismissProblems = (): void => problems.set([])
