import { ADD_A_FEATURE } from './add-a-feature.ts'
import { BUILD_A_WEB_APP } from './build-a-web-app.ts'
import type { DemoScript } from './demo-script.ts'
import { EXPLORE_A_REPOSITORY } from './explore-a-repository.ts'
import { FIX_A_FAILING_TEST } from './fix-a-failing-test.ts'
import { PLAN_MODE } from './plan-mode.ts'
import { REWIND } from './rewind.ts'

export const DEMO_SCRIPTS: readonly DemoScript[] = [
  FIX_A_FAILING_TEST,
  EXPLORE_A_REPOSITORY,
  ADD_A_FEATURE,
  BUILD_A_WEB_APP,
  PLAN_MODE,
  REWIND,
]
