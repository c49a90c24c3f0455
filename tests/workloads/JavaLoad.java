import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** Threads whose stacks are known: each comes from run(), most of the time goes to one function of each. */
public class JavaLoad {
    private static volatile Object result;

    /** Calls itself so often that its stacks are deep, and spends its time at the bottom. */
    static long descend(int depth, int[] numbers) {
        if (depth > 0) return descend(depth - 1, numbers) + depth;
        long sum = 0;
        for (int round = 0; round < 20; ++round) {
            for (int i = 0; i < numbers.length; ++i) sum = sum * 31 + numbers[i];
        }
        return sum;
    }

    /** Two calls of itself each time. */
    static int fibonacci(int number) {
        return number < 2 ? number : fibonacci(number - 1) + fibonacci(number - 2);
    }

    /** Through interfaces, lambdas and the library. */
    static void sortTexts(Random random) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 2000; ++i) texts.add("text " + random.nextInt());
        Collections.sort(texts, (left, right) -> right.compareTo(left));
        result = texts.stream().map(String::length).collect(Collectors.groupingBy(length -> length, Collectors.counting()));
    }

    public static void main(String[] arguments) throws InterruptedException {
        final long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
        List<Thread> threads = new ArrayList<>();
        threads.add(new Thread(() -> {
            int[] numbers = new Random(1).ints(5000).toArray();
            while (System.nanoTime() < end) result = descend(60, numbers);
        }));
        threads.add(new Thread(() -> {
            while (System.nanoTime() < end) result = fibonacci(25);
        }));
        threads.add(new Thread(() -> {
            Random random = new Random(2);
            while (System.nanoTime() < end) sortTexts(random);
        }));
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        System.out.println("{}");
    }
}
