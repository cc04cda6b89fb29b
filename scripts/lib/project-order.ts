// Owns the order of test files in their one queue: the quick projects first, in each the large files first.
import { statSync } from 'node:fs'
import type { TestSequencer, TestSpecification } from 'vitest/node'
import { caseModules } from './case-modules.ts'

/** In bytes, with the cases that stand in modules of their own. */
const sizeOf = (path: string): number =>
  caseModules(path).reduce((sum, module) => sum + statSync(module).size, 0)

const ORDER = ['node', 'portal', 'browser']

/** A worker goes on with files of its own project, so each project stays together; where one ends, nobody waits. */
export class ProjectOrder implements TestSequencer {
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranked = files.map((file) => ({
      file,
      rank: ORDER.indexOf(file.project.name),
      size: sizeOf(file.moduleId),
    }))
    // What takes longest is mostly what is longest; begun last, it would run on alone.
    return ranked.sort((one, other) => one.rank - other.rank || other.size - one.size).map(({ file }) => file)
  }

  /** All of them: runs are not divided among machines. */
  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}
