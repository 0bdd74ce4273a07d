import { expect, it } from 'vitest';
import { versionsOf } from '../../release/changelog.ts';

it('reads the versions of a changelog, without what is not released yet', () => {
  const text = '# Changelog\n\n## Unreleased\n\n### Added\n\n## 1.2.0\n\n- 9.9.9\n\n## 1.1.10\n';
  expect(versionsOf(text)).toEqual(['1.2.0', '1.1.10']);
});
