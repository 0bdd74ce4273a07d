import { expect, it } from 'vitest';
import { notesOf } from '../../release/changelog.ts';

const CHANGELOG = '# Changelog\n\n## 1.1.0\n\n- New\n\n### Fixed\n\n- Old\n\n## 1.0.0\n\n- First\n';

it('the notes of a release are the entries of its version alone', () => {
  expect(notesOf(CHANGELOG, '1.1.0')).toBe('- New\n\n### Fixed\n\n- Old\n');
  expect(notesOf(CHANGELOG, '1.0.0')).toBe('- First\n');
});
