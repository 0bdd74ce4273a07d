import { WAIT_MS } from '../../tools/limits.ts';
import { visit, type Node, type Source } from '../base/locale/syntax-tree.ts';

// What makes a test depend on the speed of the machine, found in its source.

/** Waits other than those of vitest, which have the shared limit. */
const WAIT = /^(?:until|waitFor\w*|find(?:All)?By\w+)$/;
const LIMIT = /^(?:timeout|timeoutMs|testTimeout|hookTimeout)$/;
const TEST = /^(?:it|test|describe|setConfig|beforeAll|beforeEach|afterAll|afterEach)$/;
const COMPARISON = /^toBe(?:Less|Greater)Than/;
/** In these files the clock is the test's own: what passes on it was told to pass. */
const OWN_CLOCK = /useFakeTimers|FastTime|prepareWorld|prepareConnections/;

export interface TimingFault {
  line: number;
  what: string;
}

export function findTimingFaults({ text, program }: Source): TimingFault[] {
  const hasOwnClock = OWN_CLOCK.test(text);
  const declared = declarationsIn(program);
  const faults: TimingFault[] = [];
  const add = ({ start }: Node, what: string) =>
    faults.push({ line: text.slice(0, start).split('\n').length, what });

  visit(program, (node, parents) => {
    if (node.type !== 'CallExpression') return;
    const name = calledName(node);
    const given = node['arguments'] as Node[];
    if (isSharedWait(node) && given.length > 1) add(node, 'a wait with a limit of its own');
    else if (WAIT.test(name) && hasLimitBelow(WAIT_MS, given, declared)) {
      add(node, 'a wait with a limit of its own');
    } else if (isTest(node) && hasLimitBelow(2 * WAIT_MS, given, declared)) {
      add(node, 'a test with little more time than a wait');
    } else if (!hasOwnClock && isPause(node, parents)) add(node, 'a pause');
    else if (!hasOwnClock && COMPARISON.test(name) && comparesTime(node, declared)) {
      add(node, 'an assertion about elapsed time');
    }
  });
  return faults;
}

/** The last name of what is called: `waitFor` of `vi.waitFor()`, `it` of `it.each()()`. */
function calledName(call: Node): string {
  let callee = call['callee'] as Node;
  if (callee.type === 'MemberExpression') callee = callee['property'] as Node;
  return nameOf(callee);
}

function nameOf(node: Node | undefined): string {
  return node?.type === 'Identifier' ? String(node['name']) : '';
}

function isSharedWait({ callee }: Node): boolean {
  const { object, property } = callee as Node;
  const name = `${nameOf(object as Node)}.${nameOf(property as Node)}`;
  return /^(?:vi\.waitFor|vi\.waitUntil|expect\.poll)$/.test(name);
}

/** `it()`, `it.each()()` and `vi.setConfig()`. */
function isTest(call: Node): boolean {
  let found = false;
  visit(call['callee'] as Node, (node) => {
    found ||= TEST.test(nameOf(node));
  });
  return found;
}

/** Whether options among the arguments, or a number as the last of them, set a limit below this one. */
function hasLimitBelow(leastMs: number, given: readonly Node[], declared: Declarations): boolean {
  const limits = given.flatMap((argument) =>
    argument.type === 'ObjectExpression'
      ? (argument['properties'] as Node[])
          .filter(({ key }) => LIMIT.test(nameOf(key as Node)))
          .map(({ value }) => value as Node)
      : [],
  );
  const last = given.at(-1);
  if (given.length > 1 && last && /Literal|Binary|Identifier/.test(last.type)) limits.push(last);
  return limits.some((limit) => (millisecondsOf(limit, declared) ?? Infinity) < leastMs);
}

/** The number that an expression of numbers and constants stands for. */
function millisecondsOf(node: Node, declared: Declarations): number | undefined {
  if (node.type === 'Literal') return typeof node['value'] === 'number' ? node['value'] : undefined;
  if (node.type === 'Identifier') {
    const [declaration] = declared.get(nameOf(node)) ?? [];
    return declaration && millisecondsOf(declaration, declared);
  }
  if (node.type !== 'BinaryExpression') return undefined;
  const left = millisecondsOf(node['left'] as Node, declared);
  const right = millisecondsOf(node['right'] as Node, declared);
  if (left === undefined || right === undefined) return undefined;
  return node['operator'] === '*' ? left * right : node['operator'] === '+' ? left + right : left;
}

/** `pause()`, or a promise that a timer fulfills. A timer without a time is one turn. */
function isPause(call: Node, parents: readonly Node[]): boolean {
  const name = calledName(call);
  const given = call['arguments'] as Node[];
  if (name === 'pause' || name === 'sleep') return nameOf(call['callee'] as Node) === name;
  if (name !== 'setTimeout' || given.length < 2) return false;
  const executor = parents.at(-1);
  const promise = parents.at(-2);
  return (
    executor?.type === 'ArrowFunctionExpression' &&
    promise?.type === 'NewExpression' &&
    nameOf(promise['callee'] as Node) === 'Promise'
  );
}

/** Whether a comparison fails if the machine needs long for what came before. */
function comparesTime(call: Node, declared: Declarations): boolean {
  const { object } = call['callee'] as Node;
  const [limit] = call['arguments'] as Node[];
  const isLowerLimit = calledName(call).startsWith('toBeGreater');
  return (
    hasElapsedTime(object as Node, declared) ||
    (isLowerLimit && limit !== undefined && containsNow(limit))
  );
}

/** Whether a time was subtracted from another, here or in what is named here. */
function hasElapsedTime(node: Node, declared: Declarations, depth = 2): boolean {
  let found = false;
  visit(node, (part) => {
    found ||=
      (part.type === 'BinaryExpression' &&
        part['operator'] === '-' &&
        (part['right'] as Node).type !== 'Literal' &&
        containsNow(part)) ||
      (depth > 0 &&
        (declared.get(nameOf(part)) ?? []).some((one) => hasElapsedTime(one, declared, depth - 1)));
  });
  return found;
}

function containsNow(node: Node): boolean {
  let found = false;
  visit(node, ({ type, object, property }) => {
    found ||=
      type === 'MemberExpression' &&
      /^(?:Date|performance)$/.test(nameOf(object as Node)) &&
      nameOf(property as Node) === 'now';
  });
  return found;
}

type Declarations = ReadonlyMap<string, Node[]>;

/** The values of the variables and the functions of a file by name. */
function declarationsIn(program: Node): Declarations {
  const declared = new Map<string, Node[]>();
  visit(program, (node) => {
    const value = node.type === 'VariableDeclarator' ? node['init'] : node['body'];
    if (!/^(?:VariableDeclarator|FunctionDeclaration)$/.test(node.type) || !value) return;
    const name = nameOf(node['id'] as Node);
    declared.set(name, [...(declared.get(name) ?? []), value as Node]);
  });
  return declared;
}
