/** A file's role in the work: the code itself, or one of those by which the code is judged. Pure. */

/** `criteria`: files that decide which checks run and how strict they are. */
export type FileRole = 'source' | 'test' | 'ci' | 'criteria'

const TEST =
  /(^|\/)(__tests__|__mocks__|__snapshots__|tests?|specs?|e2e|cypress|testing|fixtures)\/|[._-](test|tests|spec|e2e|cy)\.[^/]+$|(^|\/)(test_[^/]+\.py|conftest\.py|[^/]+_test\.(go|py|rb|exs?|dart)|[A-Z][^/]*Tests?\.(java|kt|cs|swift|php|scala))$|\.snap$/

const CI =
  /(^|\/)(\.github\/(workflows|actions)|\.circleci|\.buildkite|\.woodpecker|\.gitlab)\/|(^|\/)(\.gitlab-ci\.yml|\.travis\.yml|azure-pipelines\.yml|bitbucket-pipelines\.yml|Jenkinsfile|\.drone\.yml)$|(^|\/)\.husky\//

const CRITERIA =
  /(^|\/)((jest|vitest|playwright|cypress|karma|ava|wdio|eslint|prettier|oxlint|biome|tslint|stylelint|knip)\.config\.[^/]+|\.(eslintrc|mocharc|nycrc|c8rc|prettierrc|stylelintrc|oxlintrc)(\.[^/]+)?|biome\.jsonc?|tsconfig[^/]*\.json|pytest\.ini|tox\.ini|setup\.cfg|\.coveragerc|codecov\.yml|\.pre-commit-config\.yaml|\.golangci\.ya?ml)$/

/** `path` in any form; only its names count. */
export function roleOf(path: string): FileRole {
  if (CI.test(path)) return 'ci'
  if (CRITERIA.test(path)) return 'criteria'
  return TEST.test(path) ? 'test' : 'source'
}
